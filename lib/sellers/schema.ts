import { z } from "zod";
import { formOf, needed, phone, text } from "../requests/schema";
import { STATES, type StateAbbr } from "../states/rules";
import { isDocument, plainDocument } from "./rules";

const wrong = (code: string) => ({ error: code });
const abbreviations = STATES.map(({ abbr }) => abbr) as [StateAbbr, ...StateAbbr[]];

const application = z.object({
  fullName: needed(120),
  document: needed(20).pipe(z.string().refine((value) => !value || isDocument(value), wrong("documentInvalid"))).transform(plainDocument),
  phone: phone.pipe(z.string().min(1, wrong("missing"))),
  city: needed(120),
  states: z.array(z.enum(abbreviations)).max(27).catch([]).prefault([]),
  experience: text(2000),
  pixKey: text(140),
  acceptsTerms: z.literal("on", wrong("consentMissing")).transform(() => true),
});

export const applicationSchema = formOf(application, ["states"]);
export type Application = z.output<typeof application>;

export const decideSellerSchema = z.object({
  id: z.uuid(),
  decision: z.enum(["approve", "reject", "reopen"]),
  reason: z.string().trim().max(1000).optional(),
  seen: z.string().max(30).optional(),
});

export const commissionSchema = z.object({
  seller: z.uuid(),
  percentage: z.coerce.number().min(0).max(100),
  startsOn: z.iso.date(),
});
