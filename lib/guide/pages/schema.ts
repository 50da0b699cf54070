import { z } from "zod";

const text = z.string().catch("");

/** `website_contents.body` of `sobre`; missing parts become empty instead of an error. */
export const aboutSchema = z.object({
  title: text,
  lead: text,
  sections: z.array(z.object({ id: text, title: text, body_md: text })).catch([]),
});

/** `website_contents.body` of `como-funciona`; FAQ and glossary have their own tables. */
export const howItWorksSchema = z.object({
  title: text,
  lead: text,
  audiences: z
    .array(
      z.object({
        id: text,
        title: text,
        lead: text,
        steps: z
          .array(z.object({ title: text, text, href: z.string().startsWith("/").nullable().catch(null) }))
          .catch([]),
      }),
    )
    .catch([]),
  contact: text,
});

export type HowItWorksText = z.infer<typeof howItWorksSchema>;
