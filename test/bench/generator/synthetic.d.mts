export function writeProject(folder: string, tools: number): string;
