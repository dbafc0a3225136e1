/** What `import { defineConfig } from "mcp-gen"` gives: the types of a configuration, and nothing that has to be loaded. */

/** An icon of the server (specification 2025-11-25: basic, "Icons"). */
export interface ServerIcon {
  /** An http, https or data URI. */
  readonly src: string;
  readonly mimeType?: string;
  /** `"48x48"`, or `"any"` for what scales. */
  readonly sizes?: readonly string[];
  /** The background that it is made for. */
  readonly theme?: "light" | "dark";
}

/** The settings of one project. Folders and patterns are relative to the configuration file, or to the project's `root`. */
export interface ProjectConfig {
  /** The server's name. Without it, the one in package.json. */
  readonly name?: string;
  /** The server's version. Without it, the one in package.json. */
  readonly version?: string;
  /** The server's name for people. */
  readonly title?: string;
  /** What a model should know about the server as a whole. */
  readonly instructions?: string;
  /** What the server is for, for people. */
  readonly description?: string;
  /** The page about the server. */
  readonly websiteUrl?: string;
  /** The server's icons. */
  readonly icons?: readonly ServerIcon[];
  /** Glob patterns of the sources: `["src/**\/*.ts"]` unless set. */
  readonly sources?: readonly string[];
  /** The generated folder: `"src/mcp"` unless set. */
  readonly out?: string;
  /** The TypeScript configuration: the nearest tsconfig.json unless set. */
  readonly tsconfig?: string;
  /** The ending of emitted relative imports: as the TypeScript configuration says unless set. */
  readonly importExtension?: ".js" | ".ts" | "";
  /** Takes `any` for `unknown` instead of refusing it: `false` unless set. */
  readonly allowAny?: boolean;
  /** `"strict"` for hosts that want every property required: optional ones become nullable there. `"default"` unless set. */
  readonly profile?: "default" | "strict";
  /** The most tokens, of four bytes each, that the list of tools may have; more is a warning. No limit unless set. */
  readonly budget?: number;
  /** The project's own formatter, which generated files are written with: `false` unless set, for those of mcp-gen's own layout. */
  readonly formatter?: "prettier" | "biome" | false;
  /** The folder of the project's own templates: `"mcp-templates"` unless set. */
  readonly templates?: string;
  /** The file whose exported functions are helpers for the project's templates. */
  readonly helpers?: string;
  /** The version of the context that the project's templates are written for: 1 unless set. */
  readonly contextVersion?: number;
}

export interface Config extends ProjectConfig {
  /** Several projects: each has a `root` relative to the configuration file, and may override the settings beside `projects`. */
  readonly projects?: readonly (ProjectConfig & { readonly root: string })[];
}

/** Gives back what it is given; there for its type, so that an editor completes and checks mcp-gen.config.ts. */
export const defineConfig = (config: Config): Config => config;
