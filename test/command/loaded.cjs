// Preloaded into the command under test: writes which modules and packages were loaded, once it ends.
const { appendFileSync } = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const fs = require("node:fs");

const read = new Set();
const { readFileSync } = fs;
// Modules of either kind are read from the disk before they run.
fs.readFileSync = (path, ...rest) => {
  read.add(String(path));
  return readFileSync(path, ...rest);
};
syncBuiltinESMExports();

process.on("exit", () => {
  const cpu = process.cpuUsage();
  const modules = [...Object.keys(require.cache), ...read];
  appendFileSync(process.env.LOADED, JSON.stringify({ modules, cpu: (cpu.user + cpu.system) / 1000 }));
});
