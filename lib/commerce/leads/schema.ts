import { z } from "zod";
import { FILE_AD_LEAD_LENGTHS } from "../../platform/supabase/database-constants/commerce";
import { PLACEMENTS } from "../../panel/record-choices/rules";
import { email, formOf, needed, phone, text, trap } from "../../platform/form";
import { stateOrNone } from "../../geo/states/schema";

const lead = z.object({
  company: needed(FILE_AD_LEAD_LENGTHS.company),
  contact_name: needed(FILE_AD_LEAD_LENGTHS.contact_name),
  email,
  phone,
  state_abbr: stateOrNone,
  interest: z
    .enum(["", ...PLACEMENTS])
    .catch("")
    .prefault(""),
  message: text(FILE_AD_LEAD_LENGTHS.message),
  seller_ref: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,60}$/)
    .optional()
    .catch(undefined),
  ...trap,
});

export const leadSchema = formOf(lead);
