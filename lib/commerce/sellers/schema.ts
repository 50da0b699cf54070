import { z } from "zod";
import { pixKeyOf } from "../../platform/pix/rules";
import { formOf, needed, phone, text, typed } from "../../platform/form";
import { STATES, type StateAbbr } from "../../geo/states/rules";
import { isDocument, plainDocument } from "../../platform/tax-document";
import { APPLY_AS_SELLER_LENGTHS, PIX_KEY_TYPES } from "../../platform/supabase/database-constants/commerce";

const wrong = (code: string) => ({ error: code });
const abbreviations = STATES.map(({ abbr }) => abbr) as [StateAbbr, ...StateAbbr[]];

const pixKey = z.object({
  pix_key: text(APPLY_AS_SELLER_LENGTHS.pix_key),
  pix_key_type: z.enum(PIX_KEY_TYPES).catch("cpf"),
});
type PixKey = z.output<typeof pixKey>;

/** Normalises the Pix key; an empty one stays empty. */
function checkPixKey<Form extends PixKey>(form: Form, context: z.RefinementCtx): Form {
  if (!form.pix_key) return form;
  const key = pixKeyOf(form.pix_key, form.pix_key_type);
  if (!key) context.addIssue({ code: "custom", path: ["pix_key"], message: "pixKeyInvalid" });
  return { ...form, pix_key: key ?? "" };
}

export const ownPixKeySchema = formOf(pixKey.transform(checkPixKey));

const application = pixKey
  .extend({
    full_name: needed(APPLY_AS_SELLER_LENGTHS.full_name),
    document: needed(20)
      .pipe(z.string().refine((value) => !value || isDocument(value), wrong("documentInvalid")))
      .transform(plainDocument),
    phone: phone.pipe(z.string().min(1, wrong("missing"))),
    city: needed(APPLY_AS_SELLER_LENGTHS.city),
    states: z.array(z.enum(abbreviations)).max(27).catch([]).prefault([]),
    experience: text(APPLY_AS_SELLER_LENGTHS.experience),
    accepts_terms: z.literal("on", wrong("consentMissing")).transform(() => true),
  })
  .transform(checkPixKey);

export const applicationSchema = formOf(application);
export type Application = z.output<typeof application>;

export const decideSellerSchema = z.object({
  id: z.uuid(),
  decision: z.enum(["approve", "reject", "reopen"]),
  reason: typed().max(1000).optional(),
  expected_status: z.string().max(30).optional(),
});

export const commissionSchema = z.object({
  seller: z.uuid(),
  percentage: z.coerce.number().min(0).max(100),
  starts_on: z.iso.date(),
});
export type Commission = z.output<typeof commissionSchema>;
