import { useState, useTransition } from "react";
import type { FormErrors } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { saveVoucherAction } from "@/lib/partners/vouchers/actions";
import type { OFFER_REFUSALS } from "@/lib/partners/vouchers/rules";

type Refusal = (typeof OFFER_REFUSALS)[number];
type State = {
  errors?: FormErrors;
  problem?: Refusal;
  /** Another account saved the voucher meanwhile; `expected_version` is its version. */
  conflict?: { form: FormData; expected_version: string };
  saved?: { status: string; place: string };
};

/** Codes of `vouchers.validation` for fields that only the database refuses. */
const CODE_OF: Record<string, string> = {
  valid_until: "endInvalid",
  ends_at: "hoursInvalid",
  starts_at: "hoursInvalid",
  total_limit: "limitInvalid",
  per_person_limit: "limitInvalid",
  image_url: "imageInvalid",
};

/** Sends the form of an offer and keeps the answer: saved, errors at fields, a conflict or a reason. */
export function useSaveOffer(onSaved: () => void) {
  const [state, setState] = useState<State>({});
  const [isPending, start] = useTransition();
  const save = (form: FormData) =>
    start(async () => {
      try {
        const result = await saveVoucherAction(form as never);
        notifyFailure(result ?? {});
        const next = stateOf(form, result ?? {});
        if (next.saved) onSaved();
        start(() => setState(next));
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
        start(() => setState({}));
      }
    });
  return { ...state, isPending, save };
}

type Result = Awaited<ReturnType<typeof saveVoucherAction>>;

function stateOf(form: FormData, { data, validationErrors }: Result): State {
  if (validationErrors) return { errors: validationErrors };
  if (!data) return {};
  if (data.outcome === "saved") return { saved: { status: data.status, place: form.get("place") as string } };
  if (data.outcome === "conflict") return { conflict: { form, expected_version: data.updated_at } };
  if (data.field !== null && data.reason === "invalid")
    return { errors: { fieldErrors: { [data.field]: [CODE_OF[data.field] ?? "invalid"] } } };
  return data.reason === "invalid" ? {} : { problem: data.reason };
}
