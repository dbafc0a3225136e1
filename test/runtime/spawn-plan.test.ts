/** How commands are started on Windows, on a machine that is made up (field case D13). */

import { describe, expect, test } from "vitest";
import { type Machine, spawnPlan } from "../../runtime/transports/spawn-plan.js";

const shim = (script: string): string =>
  [
    "@ECHO off",
    "GOTO start",
    ":find_dp0",
    "SET dp0=%~dp0",
    "EXIT /b",
    ":start",
    "SETLOCAL",
    "CALL :find_dp0",
    'IF EXIST "%dp0%\\node.exe" (',
    '  SET "_prog=%dp0%\\node.exe"',
    ") ELSE (",
    '  SET "_prog=node"',
    ")",
    `endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\${script}" %*`,
  ].join("\r\n");
const npx = [
  "@ECHO OFF",
  "SETLOCAL",
  'SET "NODE_EXE=%~dp0\\node.exe"',
  'IF NOT EXIST "%NODE_EXE%" (',
  '  SET "NODE_EXE=node"',
  ")",
  'SET "NPX_CLI_JS=%~dp0\\node_modules\\npm\\bin\\npx-cli.js"',
  '"%NODE_EXE%" "%NPX_CLI_JS%" %*',
].join("\r\n");

const files: Readonly<Record<string, string>> = {
  "C:\\Program Files\\nodejs\\node.exe": "",
  "C:\\Program Files\\nodejs\\npx": "#!/bin/sh",
  "C:\\Program Files\\nodejs\\npx.cmd": npx,
  "C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npx-cli.js": "",
  "C:\\my tools\\serve.cmd": shim("..\\lib\\serve.js"),
  "C:\\my tools\\..\\lib\\serve.js": "",
  "C:\\my tools\\native.cmd": '@"%~dp0\\native.exe" %*',
  "C:\\my tools\\native.exe": "",
  "C:\\my tools\\own.bat": "@echo off\r\necho %*\r\n",
  "C:\\my tools\\gone.cmd": shim("..\\lib\\gone.js"),
};
const machine: Machine = {
  platform: "win32",
  env: { Path: "C:\\Program Files\\nodejs;C:\\my tools\\", PATHEXT: ".COM;.EXE;.BAT;.CMD" },
  node: "D:\\node.exe",
  read: (file) => (Object.hasOwn(files, file) ? files[file] : undefined),
};
const hostile = ['a "quoted" word', "& del C:\\", "%PATH%", "^|<>"];
const cli = "C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npx-cli.js";

describe("a command on Windows", () => {
  test.each([
    ["a bare name of a shim", "npx", "C:\\Program Files\\nodejs\\node.exe", [cli]],
    ["its name with the ending", "npx.cmd", "C:\\Program Files\\nodejs\\node.exe", [cli]],
    ["its path, with spaces", "C:\\Program Files\\nodejs\\npx.cmd", "C:\\Program Files\\nodejs\\node.exe", [cli]],
    ["the shim of a package, where no Node lies beside", "serve", "D:\\node.exe", ["C:\\my tools\\..\\lib\\serve.js"]],
    ["the shim of a program", "native.cmd", "C:\\my tools\\native.exe", []],
    ["a program", "node", "C:\\Program Files\\nodejs\\node.exe", []],
    ["a name that is nowhere is left to the system's error", "nothing", "nothing", []],
  ])("%s", (_title, command, program, before) => {
    expect(spawnPlan(command, hostile, machine)).toEqual({ command: program, args: [...before, ...hostile] });
  });

  test.each(["own.bat", "own", "gone"])("%s would need a shell, and gets none", (command) => {
    expect(() => spawnPlan(command, hostile, machine)).toThrow(/is a batch file, which would need a shell\. Name the program/);
  });

  test("elsewhere a command is started as it stands", () => {
    expect(spawnPlan("npx", hostile, { ...machine, platform: "linux" })).toEqual({ command: "npx", args: hostile });
  });
});
