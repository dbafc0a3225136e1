/** What is told to the user as a matter of usage: the command line cannot be carried out as it stands. */
export class UsageError extends Error {}
