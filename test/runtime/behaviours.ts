/**
 * The behaviours of the Python SDK's resolver machinery, by the numbers under which they were written down (A resolver graph,
 * B question models, C outcomes, D transport and state, E verbs of the context), and where this project stands on each: data,
 * held by behaviours.test.ts. A proof is "file > beginning of a test's title", or a fixture's folder.
 */

export type Status = "held" | "refused at build time" | "different" | "open";

export interface Behaviour {
  readonly id: string;
  readonly what: string;
  readonly status: Status;
  readonly proof: readonly string[];
  /** Why it is different, or what is not there yet. */
  readonly why?: string;
}

const asking = (title: string): string => `test/runtime/asking.test.ts > ${title}`;
const built = (title: string): string => `test/runtime/cases-build.test.ts > ${title}`;
const cases = (title: string): string => `test/runtime/cases.test.ts > ${title}`;
const wire = (title: string): string => `test/runtime/cases-wire.test.ts > ${title}`;
const questions = (title: string): string => `test/runtime/questions.test.ts > ${title}`;
const robustness = (title: string): string => `test/runtime/robustness.test.ts > ${title}`;
const rounds = (title: string): string => `test/runtime/rounds.test.ts > ${title}`;
const logging = (title: string): string => `test/runtime/logging.test.ts > ${title}`;
const progress = (title: string): string => `test/runtime/progress.test.ts > ${title}`;
const prompts = (title: string): string => `test/runtime/prompts.test.ts > ${title}`;
const resources = (title: string): string => `test/runtime/resources.test.ts > ${title}`;
const subscriptions = (title: string): string => `test/runtime/subscriptions.test.ts > ${title}`;
const capabilities = (title: string): string => `test/runtime/capabilities.test.ts > ${title}`;
const http = (title: string): string => `test/runtime/http.test.ts > ${title}`;
const compiler = (type: string): string => `test/types/authoring.ts > ${type}`;
const unbent = "test/fuzz/state.test.ts > what was not bent opens";
const bent = `test/fuzz/state.test.ts > \${tries} tries`;
const differential = `test/fuzz/differential.test.ts > \${count} programs`;
const error = (folder: string): string => `fixtures/errors/${folder}`;
const tool = (folder: string): string => `fixtures/tools/${folder}`;

const held = (id: string, what: string, ...proof: string[]): Behaviour => ({ id, what, status: "held", proof });
const refused = (id: string, what: string, ...proof: string[]): Behaviour => ({
  id,
  what,
  status: "refused at build time",
  proof,
});
const different = (id: string, what: string, why: string, ...proof: string[]): Behaviour => ({
  id,
  what,
  status: "different",
  proof,
  why,
});

const notFit = "MG3011-result-does-not-fit";

export const behaviours: readonly Behaviour[] = [
  /* ---- A: the graph of resolvers ---- */
  held(
    "A1",
    "a parameter is resolved when its whole type is the marker",
    tool("recognition"),
    built("case 6: a marker inside a marker"),
    built("a constraint on a resolved parameter"),
    error("MG3016-constraint-on-a-resolved-parameter"),
  ),
  refused(
    "A2",
    "a marker inside a union or a list",
    error("MG3001-buried-marker"),
    built("case 6: a marker that is not a parameter's whole type"),
  ),
  refused(
    "A3",
    "a buried marker on a resolver's own parameter, by the same diagnostic",
    built("case 6: a marker that is not a parameter's whole type"),
  ),
  refused("A4", "a marker on the result of a tool", error("MG3001-buried-marker")),
  refused(
    "A5",
    "a resolver's parameter that is no context, no marker and no argument",
    error("MG3004-unclassifiable-parameter"),
    error("MG3008-optional-marker"),
    built("case 4: each parameter"),
  ),
  different(
    "A6",
    "arguments are matched by the name that clients send",
    "There are no aliases: the parameter's own name is the only one.",
    questions("whole outcome: %s"),
  ),
  refused(
    "A7",
    "the name of another resolved parameter",
    error("MG3006-name-of-a-resolved-parameter"),
    built("case 4: each parameter"),
  ),
  refused(
    "A8",
    "a default or a rest parameter does not make it fillable",
    error("MG3012-parameter-without-a-name"),
    built("case 4: each parameter"),
  ),
  refused("A9", "an argument of another type than the resolver takes", error("MG3009-argument-of-another-type")),
  refused("A10", "a value of another type than the parameter has", error(notFit), compiler("export type Wrong ")),
  refused("A11", "a cycle, with its whole path", error("MG3005-cycle"), built("case 3: a cycle")),
  refused(
    "A12",
    "more than one question in one resolver",
    error("MG3010-two-models"),
    built("case 5: a resolver asks one question"),
  ),
  different(
    "A13",
    "a question that the return type does not declare",
    "The return type is binding, written or inferred: every form is known at build time, and an undeclared question fails the call.",
    asking("a question that the return type does not declare fails the call"),
    tool("recognition"),
  ),
  refused("A14", "a tool that both resolves and declares a round by hand", error("MG3014-two-ways-of-asking")),
  held("A15", "a round by hand that is not declared is an error result", asking("rounds by hand")),
  refused("A16", "a type that can't be found, at its own place", error("MG1102-unresolved"), error("MG3002-resolver-not-found")),
  held(
    "A17",
    "which callables may be resolvers",
    tool("recognition"),
    built("a static method can be a resolver"),
    "test/generator/packages.test.ts > takes resolvers from packages",
  ),
  refused(
    "A18",
    "a function that another one made",
    error("MG3002-resolver-not-found"),
    built("a function that another one made"),
  ),
  refused("A19", "a parameter that can't be filled by its name", error("MG3012-parameter-without-a-name")),
  refused(
    "A20",
    "generator functions; a promise is awaited whoever made it",
    error("MG3013-generator-resolver"),
    error("MG1006-generator-function"),
    built("a resolver may give null, a promise"),
  ),
  different(
    "A21",
    "what counts as the same resolver",
    "A resolver is the function that its exported name stands for; what an instance or another function makes is refused.",
    tool("recognition"),
    built("a function that another one made"),
    questions("a shared dependency runs once a call"),
  ),
  refused("A22", "a second context; the first is known by its type alone", error("MG3007-second-context")),
  different(
    "A23",
    "resolvers run strictly one after another",
    "Where a round carries many questions, independent resolvers run side by side; legacy keeps the order of declaration (Q10).",
    cases("independent resolvers run side by side"),
  ),
  held(
    "A24",
    "a resolver runs once a round, however many want it",
    questions("a shared dependency runs once a call"),
    differential,
  ),
  different(
    "A25",
    "synchronous resolvers run in a thread of their own",
    "JavaScript has one thread: a synchronous resolver blocks it.",
  ),
  held("A26", "resolvers see the checked arguments, defaults filled in", questions("a shared dependency runs once a call")),
  held("A27", "bad arguments are told before any resolver runs", questions("bad arguments are told before any resolver runs")),
  held("A28", "a dependency comes bare or as a whole outcome, as annotated", tool("resolver-graph"), differential),
  different(
    "A29",
    "what counts as wanting the whole outcome",
    "Only the complete ElicitationResult, also through an alias of one's own; a single member of it does not compile.",
    tool("recognition"),
    compiler("export type AcceptedOnly"),
  ),
  refused(
    "A30",
    "an annotation with the accepted member alone",
    built("an outcome is wanted whole or not at all"),
    compiler("export type AcceptedOnly"),
  ),
  refused(
    "A31",
    "a resolver that makes an outcome itself; a value wanted as an outcome is wrapped once",
    built("an outcome is wanted whole or not at all"),
    tool("resolver-graph"),
  ),
  different(
    "A32",
    "resolved parameters never show; a value sent for one is dropped",
    "The value is refused like every unknown argument (P10).",
    questions("resolved parameters do not show"),
    questions("a value sent for a resolved parameter is refused"),
  ),
  refused("A33", "a default on a resolved parameter", error("MG3008-optional-marker")),
  held("A34", "a resolver may give null", built("a resolver may give null")),
  held(
    "A35",
    "what a resolver throws fails the call; a protocol error stays one",
    questions("a resolver that throws fails the call"),
  ),
  held("A36", "a tool can be called without a server", built("a tool is a function")),
  different(
    "A37",
    "resolvers of prompts and resources",
    "They resolve, hold and ask by hand as tools do, in both eras.",
    prompts("ask the user: %s"),
    resources("ask the user: %s"),
    prompts("the state of a prompt belongs to it"),
  ),

  /* ---- B: question models ---- */
  refused(
    "B1",
    "a field that no form can show",
    error("MG2001-nested-object"),
    error("MG2006-types-without-a-field"),
    tool("question-fields"),
  ),
  refused(
    "B2",
    "however rarely the question is asked",
    built("case 7: a question model that is not flat"),
    compiler("export type AsksNested"),
  ),
  refused(
    "B3",
    "all bad fields at once, each at its place",
    error("MG2006-types-without-a-field"),
    built("case 8: the kinds of field that are refused"),
  ),
  different(
    "B4",
    "whether the capability or the schema is looked at first",
    "A schema can't be wrong at run time any more, so only the capability is.",
    questions("a client without the capability is refused"),
  ),
  refused("B5", "a model that is no object", error("MG2009-model-is-no-object"), error("MG2010-index-signature")),
  refused("B6", "a model without fields", error("MG2009-model-is-no-object"), built("an outcome is wanted whole or not at all")),
  different(
    "B7",
    "labels of the form and its fields",
    "Fields have titles and descriptions; the root has neither, since strict hosts cancel on them (Q1, Q2).",
    tool("question-fields"),
    rounds("the first round returns the question"),
  ),
  held(
    "B8",
    "the schema on the wire, here the same in both eras",
    rounds("the first round returns the question"),
    wire("case 13: the question of a resolver"),
    cases("one server asks a legacy and a modern client at once"),
  ),
  held("B9", "a schema written by hand is neither checked nor changed", cases("a schema written by hand goes out as it is")),
  different(
    "B10",
    "answers are coerced",
    "An answer has to fit exactly what was published (P9, Q4).",
    built("an answer fits exactly what was published"),
    questions("an answer of the wrong type"),
  ),
  held(
    "B11",
    "a missing field is an error when required, its default otherwise",
    questions("independent questions; a field with a default may be left out"),
    built("case 8: the kinds of field that are asked for"),
  ),
  held("B12", "fields that the form does not have are dropped", questions("fields that the form does not have are dropped")),
  held(
    "B13",
    "a choice of several: number and membership are checked, a repeated one is taken",
    built("an answer fits exactly what was published"),
    "test/generator/agreement.test.ts > for every field of a question",
  ),
  refused("B14", "a field that allows null", error("MG2003-nullable"), compiler("export type AsksNullable")),
  refused(
    "B15",
    "a default that does not fit its own field",
    error("MG1110-default-does-not-fit"),
    built("case 8: the kinds of field that are refused"),
  ),
  different(
    "B16",
    "validators and transforms of the model's own",
    "Types have none: what no form can say is checked in the resolver or the tool (MG2007).",
    error("MG2007-forbidden-constraint"),
  ),
  different(
    "B17",
    "an accepted answer that does not fit ends the call, without detail",
    "The text names the field, what was expected and the kind of what came, alike in both eras (Q4).",
    questions("an answer of the wrong type"),
    questions("the constraints of a field hold"),
  ),
  held("B18", "accepting without content is an error", questions("accepting without content fails")),
  held("B19", "what comes with a decline is ignored", cases("what comes with a decline is ignored")),
  different(
    "B20",
    "content that no form can give",
    "A protocol error that names the question, alike in both eras, without the text of a library.",
    questions("%s is no answer at all: a protocol error"),
    rounds("stray, missing and malformed answers"),
  ),
  different(
    "B21",
    "fields are addressed by their alias",
    "There are no aliases: a field is called what its property is called, @title is for people.",
    tool("question-fields"),
  ),

  /* ---- C: outcomes ---- */
  held("C1", "accepting gives the model; declining and cancelling give nothing", questions("whole outcome: %s")),
  held(
    "C2",
    "a refused bare value is an error result, and the body does not run",
    questions("bare model: $0.action ends the call"),
  ),
  different(
    "C3",
    "the refusal names the parameter next to the question",
    "It names the tool and the whole path of the question (Q15).",
    cases("a refusal names the tool and the whole path"),
  ),
  held("C4", "a refused whole outcome reaches the body", questions("whole outcome: %s")),
  held("C5", "one question with two consumers", cases("one question with two consumers")),
  held(
    "C6",
    "a refusal stops what would come after it",
    wire("case 16: one question at a time"),
    rounds("a decline ends the call at once"),
    questions("the first decline in the order of declaration"),
  ),
  held(
    "C7",
    "a model or roots can't be declined",
    cases("a model can't decline"),
    asking("a refusal of the model or of the roots"),
  ),
  held(
    "C8",
    "an error in place of an answer is the error of the call",
    questions("a client that refuses a question"),
    wire("case 18: an error in place"),
  ),
  held(
    "C9",
    "asking from the body",
    questions("from inside a tool: the body runs once"),
    questions("from inside a tool: an answer that does not fit"),
  ),
  held("C10", "a link gives consent and no content", wire("case S2: a link has exactly these params"), asking("from inside")),

  /* ---- D: transport and state ---- */
  held(
    "D1",
    "the request's own revision decides how a question is put",
    http("requests of both are served by their own rules"),
    http("%s is spoken as asked"),
  ),
  held(
    "D2",
    "both eras at once, with the same outcome",
    cases("one server asks a legacy and a modern client at once"),
    differential,
  ),
  held(
    "D3",
    "legacy: one request a question, in order",
    wire("case 13: the question of a resolver"),
    wire("case 16: one question at a time"),
  ),
  held(
    "D4",
    "legacy: answers are ignored, state is refused",
    rounds("a legacy call ignores answers and state"),
    wire("case 32: a requestState is refused by a legacy call too"),
  ),
  held(
    "D5",
    "the model and the roots are asked over the same way",
    asking("all kinds at once"),
    asking("what is not declared is not asked"),
  ),
  held("D6", "without a way back the call is refused at once", wire("case 21: a client that takes JSON alone")),
  different(
    "D7",
    "questions go to revisions that have none",
    "They are never sent there: the call ends with an error that says so (Q16).",
    "test/interop/revisions.test.ts > a resolver's form",
    "test/interop/revisions.test.ts > a link",
  ),
  different(
    "D8",
    "thinking counts against the call's time-out",
    "A person has ten minutes, whatever the time-out of the call (Q9).",
    cases("the time in which a person thinks"),
  ),
  different(
    "D9",
    "the interim result",
    "The same, and each question names itself in _meta (Q3).",
    rounds("the first round returns the question"),
    wire("links carry no id of their errand"),
  ),
  different(
    "D10",
    "keys of questions name the module and the function",
    "They are the names of parameters, the same in every process (Q15).",
    rounds("a dependent question has the path"),
    wire("case 11: keys stay the same in another process"),
  ),
  held(
    "D11",
    "independent questions of all kinds share a round",
    asking("the interim result is handed out"),
    rounds("what was answered is kept"),
  ),
  held("D12", "a dependent question takes a round of its own", questions("a question that depends on another's answer")),
  held(
    "D13",
    "resolvers run again each round, the question is put once",
    questions("a question that depends on another's answer"),
    differential,
  ),
  held(
    "D14",
    "a computed value wins over what the state recorded",
    wire("a value that the resolver computes now wins"),
    rounds("a value that a resolver computes wins"),
  ),
  held(
    "D15",
    "an answer counts for the question as it was put",
    rounds("an answer belongs to the question as it was put"),
    rounds("answers without the state that asked"),
    wire("a question reworded between rounds"),
  ),
  held(
    "D16",
    "so do recorded outcomes, refusals too; others stay",
    wire("a recorded %s belongs to its question"),
    wire("a question reworded between rounds"),
  ),
  held("D17", "what is recorded wins over what is sent again", rounds("an answer that is recorded already")),
  held("D18", "partial answers are kept, the rest is asked", rounds("what was answered is kept")),
  held("D19", "a refusal ends the call although another question is open", rounds("a decline ends the call at once")),
  held("D20", "so does a failure", wire("a failure beside an open question"), cases("case 16: of two resolvers one fails")),
  different(
    "D21",
    "stray, missing and malformed answers",
    "A stray one is ignored whatever it is, a malformed one is named by its key (Q4).",
    rounds("stray, missing and malformed answers"),
  ),
  different(
    "D22",
    "an answer of the wrong kind is an error result",
    "It is a protocol error that names the question, since no person gave it.",
    asking("a list of content belongs to a prompt with tools alone"),
  ),
  held(
    "D23",
    "a question that never reads the same ends at the client's cap",
    questions("a question whose text changes every time ends"),
    cases("case 36: the client's cap"),
    built("a question whose text is built from the clock"),
    error("MG3015-unstable-text"),
  ),
  held(
    "D24",
    "a retry repeats tool and arguments, in any order of keys",
    rounds("every fault gives the same refusal"),
    wire("no arguments and empty ones are the same"),
  ),
  held(
    "D25",
    "the client has the limit of rounds",
    questions("a question whose text changes every time ends"),
    asking("rounds by hand that never end"),
  ),
  held("D26", "what was sampled or listed is not fetched again", cases("what was sampled and listed is kept")),
  different(
    "D27",
    "a round by hand on a legacy connection is an internal error",
    "The runtime asks and calls again: the client sees one call.",
    asking("rounds by hand"),
    asking("a legacy server knows no rounds"),
  ),
  held(
    "D28",
    "rounds by hand",
    asking("rounds by hand"),
    questions("rounds by hand"),
    cases("a round by hand needs a question"),
    wire("a round by hand takes the answers that come with its first call"),
  ),
  held(
    "D29",
    "the body reads the state of its own resolvers",
    wire("the body of a call with resolvers does not see the state"),
    wire("the body of a call with resolvers does not see the answers"),
  ),
  different(
    "D30",
    "a nested read begins its own rounds",
    "Nothing is read through the server from inside: a function calls the other one, which is a plain function; one that asks is a resolver of it.",
  ),
  different(
    "D31",
    "an undeclared capability refuses the call before anything is asked",
    "The same, with sub-capabilities; on legacy the code is -32600, since -32021 is no code of that era (Q7).",
    questions("a client without the capability is refused"),
    asking("what is not declared is not asked"),
    rounds("capabilities %j: asked %s"),
  ),
  held("D32", "nothing has to be declared when nothing is left to ask", rounds("no capability is needed when nothing is left")),
  held(
    "D33",
    "the HTTP status follows the error",
    rounds("no capability is needed when nothing is left"),
    http("%s does not exist: 404"),
    robustness("a tool's own -32601 is no missing method"),
  ),
  different(
    "D34",
    "what the token holds",
    "Its inside is ours: answers as they came, each with the digest of its question, and the digests of what is open.",
    unbent,
  ),
  different(
    "D35",
    "a malformed inside counts as no progress",
    "Nobody else can seal one, so whatever does not fit is refused (Q13).",
    bent,
  ),
  held("D36", "lone surrogates survive", unbent),
  held("D37", "sealed without any configuration, canonical", rounds("every fault gives the same refusal"), bent),
  held("D38", "bound to server, method, target, arguments and principal", bent, rounds("every fault gives the same refusal")),
  held(
    "D39",
    "a lifetime for each round, a minute of skew",
    rounds("time: 90 seconds a round"),
    wire("a lifetime of %d is refused"),
  ),
  different(
    "D40",
    "the audience of a token",
    "It is the server's name, which every built server has (MG0004); there is no other.",
    rounds("every fault gives the same refusal"),
    error("MG0004-no-version"),
  ),
  held("D41", "the principal", bent, rounds("state belongs to the principal")),
  held(
    "D42",
    "a ring of keys",
    rounds("another process with the same key goes on"),
    rounds("keys that are too short"),
    wire("a key written as text"),
    wire("a key that stands twice"),
    wire("a key that is none"),
  ),
  held(
    "D43",
    "one refusal for every fault, the reason in the log alone",
    rounds("every fault gives the same refusal"),
    bent,
    wire("case 32: a requestState is refused by a legacy call too"),
  ),
  held(
    "D44",
    "a cipher of one's own",
    unbent,
    wire("a cipher of one's own that fails when it seals"),
    wire("a cipher of one's own that fails when it opens"),
    rounds("a codec of one's own seals"),
  ),
  held("D45", "what carries no state is left alone", wire("case 32: methods that carry no state")),
  different(
    "D46",
    "a token can be used again until it expires",
    "So it can here, unless the server remembers which were used.",
    asking("a state can be made good for one use"),
    asking("used states are forgotten"),
  ),
  held("D47", "a drawn key belongs to one process", wire("a key that is drawn belongs to one process")),

  /* ---- E: verbs of the context ---- */
  different(
    "E1",
    "asking from the body looks at no capability",
    "It looks at the same capabilities as a resolver's question (Q7).",
    questions("a client without the capability is refused"),
    asking("what is not declared is not asked"),
  ),
  different(
    "E2",
    "asking from the body throws on modern",
    "The run is kept in this process and goes on with the retry: the body runs once.",
    questions("from inside a tool: the body runs once"),
    rounds("the run goes on where it asked"),
    "test/runtime/abandoned.test.ts > one after another",
  ),
  held(
    "E3",
    "sending the user to a link",
    wire("case S2: a link has exactly these params"),
    wire("links carry no id of their errand"),
    asking("all kinds at once"),
    questions("a link, from a resolver and from inside"),
  ),
  different(
    "E4",
    "the notice that an errand is done goes out on every duplex",
    "Only where the revision has the notice.",
    "test/interop/play.ts > hears of an errand that is done",
    "test/interop/revisions.test.ts > a notice that an errand is done is kept back",
  ),
  held("E5", "an error that says which links are needed", cases("an error that says which links are needed")),
  different(
    "E6",
    "the query for capabilities does not tell forms from links",
    "It does; a bare elicitation means forms.",
    asking("capabilities follow callbacks"),
    rounds("capabilities %j: asked %s"),
  ),
  held(
    "E7",
    "capabilities count although the client does not say who it is",
    http("the client need not say who it is"),
    http("%s: 400 and -32602"),
  ),
  different(
    "E8",
    "logging",
    "Modern is the same. Legacy declares the capability, takes logging/setLevel and keeps to it; until then every level goes out.",
    logging("case S1: "),
    logging("messages come at the level that was asked for"),
    logging("an unknown level is refused"),
    logging("levels are those of a session"),
  ),
  different(
    "E9",
    "progress",
    "What does not grow is dropped, and nothing follows the reply.",
    progress("comes with the token %j"),
    progress("does not come without a token"),
    logging("nothing comes after the reply"),
    logging("a call that waits for an answer"),
  ),
  different(
    "E10",
    "notices of change",
    "They go through the server, not a session: every legacy session hears of lists, and of resources that it subscribed to; modern clients on their subscriptions.",
    subscriptions("every session hears of lists"),
    subscriptions("who subscribed to a resource"),
    subscriptions("each subscription hears what it asked for"),
  ),
  held("E11", "what the context tells of the request", capabilities("a tool is told of its request")),
  different(
    "E12",
    "asking the model with tools",
    "The sub-capability is demanded as in a resolver (Q7); that each use of a tool has its result is checked before anything is sent.",
    asking("what is not declared is not asked"),
    capabilities("each use of a tool in a prompt for the model"),
    "test/runtime/sampling.test.ts > is refused: ",
  ),
  different("E13", "asking from the body is deprecated", "It works in both eras here, so nothing warns of it."),
];

/** Where each black-box case is played. The numbers that are missing were never given. */
export const played: Readonly<Record<string, readonly string[]>> = {
  1: [questions("resolved parameters do not show")],
  2: [questions("a value sent for a resolved parameter is refused")],
  3: [built("case 3: ")],
  4: [built("case 4: ")],
  5: [built("case 5: ")],
  6: [built("case 6: a marker that is not"), built("case 6: a marker inside a marker")],
  7: [built("case 7: ")],
  8: [built("case 8: the kinds of field that are refused"), built("case 8: the kinds of field that are asked for")],
  9: [questions("a shared dependency runs once a call")],
  10: [questions("bad arguments are told before any resolver runs")],
  11: [cases("case 11: two questions of one shape"), wire("case 11: keys stay the same")],
  13: [wire("case 13: ")],
  14: [questions("bare model: $0.action ends the call")],
  15: [questions("whole outcome: %s")],
  16: [wire("case 16: one question at a time"), questions("the first decline in the order of declaration")],
  18: [wire("case 18: "), questions("a client that refuses a question")],
  19: [questions("a client without the capability is refused")],
  21: [wire("case 21: "), questions("from inside a tool: the body runs once")],
  22: [rounds("the first round returns the question")],
  23: [rounds("a retry with the answer completes")],
  25: [questions("independent questions; a field with a default"), rounds("what was answered is kept")],
  26: [questions("a question that depends on another's answer"), rounds("a dependent question has the path")],
  27: [rounds("what was answered is kept")],
  29: [rounds("answers without the state that asked"), wire("a round by hand takes the answers that come with its first call")],
  32: [
    rounds("every fault gives the same refusal"),
    rounds("time: 90 seconds a round"),
    rounds("null is no state"),
    wire("case 32: a requestState is refused by a legacy call too"),
    wire("case 32: methods that carry no state"),
  ],
  33: [rounds("stray, missing and malformed answers")],
  34: [rounds("no capability is needed when nothing is left")],
  36: [questions("a question whose text changes every time ends"), cases("case 36: ")],
  37: [asking("rounds by hand")],
  39: [asking("capabilities follow callbacks"), cases("case 39: ")],
  40: [
    wire("case 40: "),
    questions("structured results come with the same JSON"),
    questions("bad arguments are told before any resolver runs"),
    questions("an unknown tool is a protocol error"),
  ],
  S1: [logging("case S1: "), logging("an unknown level is refused")],
  S2: [wire("case S2: ")],
};
