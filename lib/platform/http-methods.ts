/** HTTP methods that change nothing. */
export const READING_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];
