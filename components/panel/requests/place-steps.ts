import { isCountryUnclear, isPhone } from "@/lib/platform/whatsapp";
import { isDocument } from "@/lib/platform/tax-document";
import { NEEDED, type PlaceRequestKind } from "@/lib/panel/requests/rules";
import { isWebAddress } from "@/lib/platform/web-address";
import type { ValidationCode } from "@/lib/panel/requests/schema";

const PLACE_STEPS = ["what", "place", "message", "car", "photos", "contact"] as const;
export type PlaceStep = (typeof PLACE_STEPS)[number];

const KNOWN_PLACE = ["what", "message", "photos", "contact"] as const satisfies readonly PlaceStep[];
/** The steps of each kind of request, in order. */
const STEPS: Record<PlaceRequestKind, readonly PlaceStep[]> = {
  new: ["what", "place", "car", "photos", "contact"],
  club: ["what", "place", "photos", "contact"],
  correction: KNOWN_PLACE,
  claim: KNOWN_PLACE,
};

const FIELDS: Record<PlaceStep, readonly string[]> = {
  what: ["kind", "category_key", "service_id"],
  place: ["name", "city", "address", "pin", "phone", "website", "instagram", "opening_hours", "description"],
  message: ["message"],
  car: ["attributes", "makes"],
  photos: ["photos"],
  contact: ["requester_name", "requester_email", "requester_phone", "document", "plan_id", "consent"],
};

export type FieldErrors = Record<string, string[] | undefined>;

export function stepsOf(kind: PlaceRequestKind): readonly PlaceStep[] {
  return STEPS[kind];
}

/** Error code of a typed text, or null. */
type Check = (typed: string) => ValidationCode | null;
const phone: Check = (typed) => (!isPhone(typed) ? "phoneInvalid" : isCountryUnclear(typed) ? "phoneCountry" : null);
const CHECKS: Record<string, Check> = {
  phone,
  website: (typed) => (isWebAddress(typed) ? null : "addressInvalid"),
  requester_phone: phone,
  document: (typed) => (isDocument(typed) ? null : "documentInvalid"),
};

/** Errors of a step that block the next one; the server validates everything again. */
export function errorsIn(
  step: PlaceStep,
  kind: PlaceRequestKind,
  answers: Record<string, FormDataEntryValue | undefined>,
): FieldErrors {
  const wrong = Object.entries(CHECKS).flatMap(([field, check]) => {
    const typed = answers[field];
    if (!FIELDS[step].includes(field) || typeof typed !== "string" || !isAnswered(typed)) return [];
    const code = check(typed.trim());
    return code ? [[field, [code]]] : [];
  });
  return { ...missingIn(step, kind, answers), ...Object.fromEntries(wrong) };
}

/** Required fields of a step that are empty. */
function missingIn(
  step: PlaceStep,
  kind: PlaceRequestKind,
  answers: Record<string, FormDataEntryValue | undefined>,
): FieldErrors {
  const codes: Record<string, string> = { category_key: "choiceMissing", service_id: "placeMissing" };
  const missing = NEEDED[kind].filter((field) => FIELDS[step].includes(field) && !isAnswered(answers[field]));
  return Object.fromEntries(missing.map((field) => [field, [codes[field] ?? "missing"]]));
}

function isAnswered(answer: FormDataEntryValue | undefined): boolean {
  return typeof answer === "string" && answer.trim() !== "";
}

/** The first step of this kind that has one of the invalid fields. */
export function stepWithError(kind: PlaceRequestKind, errors: FieldErrors | undefined): PlaceStep | null {
  const wrong = Object.entries(errors ?? {}).filter(([, codes]) => codes?.length);
  return STEPS[kind].find((step) => wrong.some(([field]) => FIELDS[step].includes(field))) ?? null;
}
