/** The examples of the CommonMark specification (John MacFarlane, CC BY-SA 4.0). */
declare module "commonmark-spec" {
  export const tests: { markdown: string; html: string; section: string; number: number }[];
}
