import { z } from "zod";
import { email, formOf, needed, phone, stateOrNone, text, trap } from "../requests/schema";
import { AD_FORMATS } from "./rules";

const lead = z.object({
  company: needed(160),
  contactName: needed(120),
  email,
  phone,
  state: stateOrNone,
  interest: z.enum(["", ...AD_FORMATS]).catch("").prefault(""),
  message: text(4000),
  ref: z.string().regex(/^[A-Za-z0-9_-]{1,60}$/).optional().catch(undefined),
  ...trap,
});

export const leadSchema = formOf(lead);
export type Lead = z.output<typeof lead>;
