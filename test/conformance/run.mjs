/**
 * Runs the official conformance suite (`npm run conformance -- client` or `-- server`), or the official Inspector's command on the
 * everything server (`-- inspector`), with options behind that.
 */

const [what, ...options] = process.argv.slice(2);
if (!["client", "server", "inspector"].includes(what)) {
  console.error("Usage: npm run conformance -- client | server | inspector [options]");
  process.exit(2);
}
const { run } = await import(new URL(`./${what}.mjs`, import.meta.url).href);
process.exitCode = await run(options);
