import { z } from "zod";
import { PLACEMENTS } from "../../panel/record-choices/rules";
import { email, formOf, needed, phone, text, trap } from "../../platform/form";
import { stateOrNone } from "../../geo/states/schema";

const lead = z.object({
  company: needed(160),
  contact_name: needed(120),
  email,
  phone,
  state_abbr: stateOrNone,
  interest: z
    .enum(["", ...PLACEMENTS])
    .catch("")
    .prefault(""),
  message: text(4000),
  seller_ref: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,60}$/)
    .optional()
    .catch(undefined),
  ...trap,
});

export const leadSchema = formOf(lead);
