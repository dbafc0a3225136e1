/** The client side of the auth/* scenarios of the conformance suite: it plays the user and the browser. */

import { connect } from "@mcp-gen/runtime/client";
import { AuthorizationError, oauthFetch } from "@mcp-gen/runtime/oauth";

const clientMetadataUrl = "https://conformance-test.local/client-metadata.json";
const redirectUrl = "http://127.0.0.1:3000/callback";

/** A browser whose user agrees to everything: what it is sent to sends it back at once. */
async function browser(url) {
  const response = await fetch(url, { redirect: "manual" });
  await response.body?.cancel();
  const back = response.headers.get("location");
  if (back === null) throw new Error(`The authorization server answered with HTTP ${response.status} and no redirect.`);
  return new URL(back, url);
}

const byUser = () => ({ redirectUrl, authorize: browser, clientMetadataUrl });

/** What the scenarios that need more than a browser are configured with. */
const configured = {
  "auth/pre-registration": ({ client_id: id, client_secret: secret, issuer }) => ({
    redirectUrl,
    authorize: browser,
    client: { id, secret, issuer },
  }),
  "auth/client-credentials-basic": ({ client_id: id, client_secret: secret }) => ({
    grant: "client_credentials",
    client: { id, secret },
  }),
  "auth/client-credentials-jwt": ({ client_id: id, private_key_pem: privateKey, signing_algorithm: algorithm }) => ({
    grant: "client_credentials",
    client: { id, privateKey, algorithm },
  }),
  "auth/enterprise-managed-authorization": (context) => ({
    grant: "enterprise_managed",
    client: { id: context.client_id, secret: context.client_secret },
    identityProvider: { id: context.idp_client_id, issuer: context.idp_issuer },
    identity: () => context.idp_id_token,
  }),
  "auth/wif-jwt-bearer": ({ client_id: id, valid_jwt: jwt }) => ({
    grant: "workload_identity",
    client: { id },
    assertion: () => jwt,
  }),
  // Its metadata document can't be fetched, and the check is about the registration.
  "auth/offline-access-scope": () => ({ redirectUrl, authorize: browser }),
};

/** Here it is right to give up: nothing may be sent to a server that can't be trusted. */
const refusing = new Set([
  "auth/resource-mismatch",
  "auth/iss-supported-missing",
  "auth/iss-wrong-issuer",
  "auth/iss-unexpected",
  "auth/iss-normalized",
  "auth/metadata-issuer-mismatch",
]);

/**
 * @param {string} scenario - a name that begins with "auth/"
 * @param {URL} url - of the server under the suite's control
 * @param {Record<string, unknown>} context - what MCP_CONFORMANCE_CONTEXT holds, {} when it is not set
 * @throws when the client does not do what the scenario is about
 */
export async function runAuthScenario(scenario, url, context) {
  const oauth = oauthFetch((configured[scenario] ?? byUser)(context));
  if (refusing.has(scenario)) return expectRefusal(() => callTool(url, oauth));
  if (scenario === "auth/scope-retry-limit") return callTool(url, oauth).catch(ignoreForbidden);
  await callTool(url, oauth);
}

async function callTool(url, oauth) {
  await oauth.signIn(url); // before the time-out of a first request runs
  const client = await connect(url, { fetch: oauth });
  try {
    await client.listTools();
    await client.callTool("test-tool", {});
  } finally {
    await client.close();
  }
}

async function expectRefusal(work) {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof AuthorizationError) return;
    throw thrown;
  }
  throw new Error("The client signed in although it should not have.");
}

/** The server never lets anybody in: what counts is how often the user was asked. */
function ignoreForbidden(thrown) {
  if (thrown?.status !== 403) throw thrown;
}
