import { z } from "zod";
import { SIGN_IN_AREAS } from "../rules";
import type { ValidationCode } from "../schema";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { formOf, typed } from "../../../platform/form";

/** The messages of the last two codes are in the dialog's own file. */
const wrong = (code: ValidationCode | "proofMissing" | "proofInvalid") => ({ error: code });

const formContext = {
  locale: z.enum(LOCALES).catch(DEFAULT_LOCALE),
  next: z.string().max(400).optional().catch(undefined),
  area: z.enum(SIGN_IN_AREAS).catch("traveller"),
};

const totp = z
  .string()
  .max(20, wrong("codeInvalid"))
  .transform((value) => value.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, wrong("codeInvalid")))
  .prefault("");

/** Form with the code of the authenticator app on a sign-in page. */
export const codeSchema = formOf(z.object({ code: totp, ...formContext }));

/** Form with the first code of a new factor. */
export const enrolmentSchema = formOf(z.object({ factorId: z.uuid(), code: totp, ...formContext }));

export const recoverySchema = formOf(
  z.object({
    recoveryCode: z
      .string()
      .max(40, wrong("recoveryInvalid"))
      .regex(/^[\s-]*(?:[a-z0-9][\s-]*){16}$/i, wrong("recoveryInvalid"))
      .prefault(""),
    ...formContext,
  }),
);

/** Form of the identity check: a password, a code of the app or a code from a mail. */
export const proofSchema = formOf(
  z.object({ proof: typed().min(1, wrong("proofMissing")).max(256, wrong("proofMissing")).prefault("") }),
);
