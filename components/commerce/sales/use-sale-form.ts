import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { z } from "zod";
import type { FormErrors } from "@/components/form/action-form";
import { errorMessages } from "@/components/ui/error-messages";
import { ACTION_MS, notify, signInAction } from "@/components/ui/notify";
import { isSessionOver } from "@/components/ui/session-end";
import { submitSaleAction } from "@/lib/commerce/sales/actions";
import { saleFieldsSchema } from "@/lib/commerce/sales/schema";
import { placesOf } from "./plan-places";
import { drawPng } from "./drawing";
import type { OfferedPlan } from "./plan-choice";
import type { SaleDraft } from "./sale-draft";
import { useSaleFormTexts, type SaleFormMessages } from "./sale-form-texts";
import { useAgreement } from "./use-agreement";

type FormMessages = SaleFormMessages["form"];
type Props = {
  sellerId: string;
  draft: SaleDraft;
  plans: readonly OfferedPlan[];
  termsVersion: string;
  today: string;
  dashboard: string;
};
type Answer = Awaited<ReturnType<typeof submitSaleAction>>;
type Refusal = Extract<NonNullable<Answer["data"]>, { failure: string }>;
export type Difference = Extract<Refusal, { failure: "differs" }>;

/** Opened in the submit handler itself, so that popup blockers allow it; its address is set after the response. */
function openMessenger(message: string): Window | null {
  const messenger = window.open("", "_blank");
  if (messenger) messenger.document.title = messenger.document.body.textContent = message;
  return messenger;
}

/** The text for a failure; the form is not changed. */
function failureText({ failures }: FormMessages, answer: Refusal): string {
  if (answer.failure === "upload") return failures.upload.replace("{reason}", answer.reason);
  if (answer.failure !== "refused") return failures[answer.failure];
  if (answer.field === "seen_price_cents" || answer.field === "plan_id") return failures.planChanged;
  if (answer.field === "replaces_sale_id") return failures.replaced;
  return answer.field === "terms_version" ? failures.termsChanged : failures.fields;
}

function serverText({ failures }: FormMessages, code: string | undefined): string {
  if (code === "access.denied") return failures.denied;
  return code === "auth.required" ? failures.session : failures.server;
}

function errorsOf({ data, validationErrors }: Answer): FormErrors | undefined {
  const field = data?.failure === "refused" ? data.field : undefined;
  return field && field in saleFieldsSchema.shape ? { fieldErrors: { [field]: ["refused"] } } : validationErrors;
}

/** The missing part of terms and signatures; a client who signs later accepts the terms then. */
function agreementProblem(
  form: FormData,
  { seller, client }: SaleDraft["drawings"],
): "sale.termsMissing" | "sale.signaturesMissing" | "sale.sellerSignatureMissing" | null {
  if (form.get("is_remote_signing") === "true") return seller ? null : "sale.sellerSignatureMissing";
  if (form.get("accepts_terms") !== "on") return "sale.termsMissing";
  return seller && client ? null : "sale.signaturesMissing";
}

/** Draft, validation and submission of one sale; no input is lost before the server has saved it. */
export function useSaleForm({ dashboard, ...opened }: Props) {
  const texts = useSaleFormTexts().form;
  const router = useRouter();
  const agreement = useAgreement(opened);
  const { live } = agreement;
  const [errors, setErrors] = useState<FormErrors>();
  const [problem, setProblem] = useState("");
  const [difference, setDifference] = useState<Difference | null>(null);
  const [isPending, start] = useTransition();
  // Preloads the toaster, because the first notice may be about a lost connection.
  useEffect(() => void Promise.all([errorMessages(), import("@/components/ui/toaster")]).catch(() => undefined), []);

  const fail = (message: string) => {
    setProblem(message);
    const action = message === texts.failures.session ? signInAction() : undefined;
    notify({
      code: "sale.failed",
      values: { message },
      variant: "destructive",
      action,
      durationMs: action && ACTION_MS,
    });
  };

  /** Validation without the server, in the order of the form. */
  const check = (form: FormData): boolean => {
    const values = Object.fromEntries(form);
    const plan = opened.plans.find(({ id }) => id === values.plan_id);
    const places = placesOf(plan, values);
    const fields = saleFieldsSchema.safeParse({ plan_id: "", ...values, ...places.chosen });
    const fieldErrors = { ...(!fields.success && z.flattenError(fields.error).fieldErrors), ...places.errors };
    const isValid = Object.keys(fieldErrors).length === 0;
    setErrors(isValid ? undefined : { fieldErrors });
    if (!isValid) return false;
    const code = agreementProblem(form, live.current.drawings);
    if (code) notify({ code, variant: "destructive" });
    return code === null;
  };

  const send = async (form: FormData, messenger: Window | null) => {
    const { client_request_id, replaces_sale_id, drawings } = live.current;
    const plan = opened.plans.find(({ id }) => id === form.get("plan_id"));
    const { chosen } = placesOf(plan, Object.fromEntries(form));
    for (const list of ["placements", "states"] as const) for (const item of chosen[list]) form.append(list, item);
    form.set("client_request_id", client_request_id);
    form.set("replaces_sale_id", replaces_sale_id ?? "");
    form.set("seen_price_cents", String(plan?.priceCents ?? 0));
    form.set("terms_version", opened.termsVersion);
    form.set("seller_signature", await drawPng(drawings.seller!), "seller.png");
    if (drawings.client && form.get("is_remote_signing") === "false")
      form.set("client_signature", await drawPng(drawings.client), "client.png");
    const answer = await submitSaleAction(form);
    const { data } = answer;
    if (data?.saleId !== undefined) return finish(data, messenger);
    messenger?.close();
    setErrors(errorsOf(answer));
    if (data?.failure === "differs") setDifference(data);
    fail(
      data
        ? failureText(texts, data)
        : answer.validationErrors
          ? texts.failures.fields
          : serverText(texts, answer.serverError),
    );
    // Plans and terms may have changed since the page was loaded. A suspended seller keeps the form, which a refresh would remove.
    if (data && data.failure !== "suspended") router.refresh();
  };

  const finish = ({ saleId, whatsapp }: { saleId: string; whatsapp: string }, messenger: Window | null) => {
    agreement.drop();
    notify({ code: "sale.registered", variant: "success" });
    if (messenger) {
      messenger.opener = null;
      messenger.location.href = whatsapp;
    }
    router.push(`${dashboard}?venda=${saleId}`);
  };

  // Everything runs in the transition, so that the form is enabled again after each response; the window must open before the first `await`.
  const submit = (form: FormData) =>
    start(async () => {
      setProblem("");
      setDifference(null);
      if (!check(form)) return;
      if (!navigator.onLine) return fail(texts.failures.offline);
      const messenger = openMessenger(texts.preparing);
      try {
        await send(form, messenger);
      } catch {
        messenger?.close();
        fail((await isSessionOver().catch(() => false)) ? texts.failures.session : texts.failures.offline);
      }
    });
  const discard = () => {
    agreement.drop();
    location.reload();
  };
  return { ...agreement, errors, problem, difference, isPending, submit, discard };
}
