/** Tells when something below some folders has changed. Several changes in a row, such as those of another branch, are one. */
import { watch } from "chokidar";
import { systemCode } from "../host.js";

/** How long it has to be quiet after a change. */
const quiet = 80;

export interface Watcher {
  /** Looks at these folders and files as well. */
  add(paths: readonly string[]): void;
  /** Ends when something has changed since the last time that this ended. */
  changed(): Promise<void>;
  close(): Promise<void>;
}

export function startWatcher(folders: readonly string[]): Watcher {
  let isPolling = false;
  const watched = new Set(folders);
  let current = open();
  let timer: NodeJS.Timeout | undefined;
  let isChanged = false;
  let waiting: (() => void) | null = null;

  function open(): ReturnType<typeof watch> {
    const watcher = watch([...watched], {
      ignoreInitial: true,
      usePolling: isPolling,
      interval: 200,
      // Packages are watched file by file, as far as the sources reach into them.
      ignored: (path) => /[\\/](node_modules|\.git)([\\/]|$)/.test(path) && !watched.has(path),
    });
    watcher.on("all", noticed);
    watcher.on("error", (error) => {
      // The system watches no more files than it was told to: looking at them in turns always works.
      if (isPolling || !["ENOSPC", "EMFILE"].includes(systemCode(error) ?? "")) return;
      isPolling = true;
      void watcher.close();
      current = open();
      noticed();
    });
    return watcher;
  }

  function noticed(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isChanged = true;
      waiting?.();
    }, quiet);
  }

  return {
    add(paths) {
      const added = paths.filter((path) => !watched.has(path));
      for (const path of added) watched.add(path);
      if (added.length > 0) current.add(added);
    },
    async changed() {
      if (!isChanged) await new Promise<void>((resolve) => (waiting = resolve));
      waiting = null;
      isChanged = false;
    },
    async close() {
      clearTimeout(timer);
      await current.close();
    },
  };
}
