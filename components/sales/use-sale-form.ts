import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useEffect, useRef, useState, useTransition } from "react";
import { z } from "zod";
import type { FormErrors } from "@/components/form/action-form";
import { errorMessages } from "@/components/layout/error-messages";
import { notify } from "@/components/layout/notify";
import { submitSaleAction } from "@/lib/sales/actions";
import { saleFieldsSchema } from "@/lib/sales/schema";
import { drawPng, type Drawing } from "./drawing";
import type { OfferedPlan } from "./plan-choice";
import { dropDraft, newDraft, readDraft, writeDraft, type SaleDraft } from "./sale-draft";

export type SaleFormTexts = Messages["sales"]["form"];
type Props = { sellerId: string; plans: readonly OfferedPlan[]; termsVersion: string; texts: SaleFormTexts; dashboard: string };

const FIELD_OF: Partial<Record<string, string>> = {
  plan_id: "planId", start_date: "startDate", client_company_name: "company", client_contact_name: "contact", client_email: "email", client_phone: "phone",
};

/** A window opened by the press itself, which no popup blocker holds back; the answer decides where it goes. */
function openMessenger(words: string): Window | null {
  const messenger = window.open("", "_blank");
  if (messenger) messenger.document.title = messenger.document.body.textContent = words;
  return messenger;
}

/** The sentence for what went wrong; the form itself is untouched. */
function failureText({ failures }: SaleFormTexts, answer: { failure: string; field?: string; reason?: string }): string {
  if (answer.failure === "upload") return failures.upload.replace("{reason}", answer.reason ?? "");
  if (answer.failure === "signature") return failures.signature;
  if (answer.field === "seen_price_cents" || answer.field === "plan_id") return failures.planChanged;
  return answer.field === "terms_version" ? failures.termsChanged : failures.fields;
}

function serverText({ failures }: SaleFormTexts, code: string | undefined): string {
  if (code === "access.denied") return failures.denied;
  return code === "auth.required" ? failures.session : failures.server;
}

type Answer = Awaited<ReturnType<typeof submitSaleAction>>;

function errorsOf(answer: Answer): FormErrors | undefined {
  const field = FIELD_OF[answer.data?.field ?? ""];
  return field ? { fieldErrors: { [field]: ["refused"] } } : answer.validationErrors;
}

/** Draft, checks and sending of one sale; nothing typed or drawn is lost before the server has it. */
export function useSaleForm({ sellerId, plans, termsVersion, texts, dashboard }: Props) {
  const router = useRouter();
  const [draft] = useState(() => readDraft(sellerId));
  const [values, setValues] = useState(draft.values);
  const [errors, setErrors] = useState<FormErrors>();
  const [problem, setProblem] = useState("");
  const [isPending, start] = useTransition();
  const live = useRef<SaleDraft>(draft);
  // Notices load with the first one, which here may be the one about a lost connection.
  useEffect(() => void Promise.all([errorMessages(), import("@/components/ui/toaster")]).catch(() => undefined), []);

  const keep = (change: Partial<SaleDraft>) => {
    live.current = { ...live.current, ...change };
    writeDraft(sellerId, live.current);
  };
  const type = (form: HTMLFormElement) => {
    const typed = Object.fromEntries([...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
    setValues(typed);
    keep({ values: typed });
  };
  const sign = (side: "seller" | "client", drawing: Drawing | null) => keep({ drawings: { ...live.current.drawings, [side]: drawing } });
  const fail = (message: string) => {
    setProblem(message);
    notify({ code: "sale.failed", values: { message }, variant: "destructive" });
  };

  /** What can be said without the server, in the order of the form. */
  const check = (form: FormData): boolean => {
    const fields = saleFieldsSchema.safeParse({ planId: "", ...Object.fromEntries(form) });
    setErrors(fields.success ? undefined : z.flattenError(fields.error));
    if (!fields.success) return false;
    const { seller, client } = live.current.drawings;
    const code = form.get("acceptsTerms") !== "on" ? "sale.termsMissing" : !seller || !client ? "sale.signaturesMissing" : null;
    if (code) notify({ code, variant: "destructive" });
    return code === null;
  };

  const send = async (form: FormData, messenger: Window | null) => {
    const { seller, client } = live.current.drawings;
    const plan = plans.find(({ id }) => id === form.get("planId"));
    form.set("requestId", live.current.requestId);
    form.set("seenPriceCents", String(plan?.priceCents ?? 0));
    form.set("termsVersion", termsVersion);
    form.set("sellerSignature", await drawPng(seller!), "seller.png");
    form.set("clientSignature", await drawPng(client!), "client.png");
    const answer = await submitSaleAction(form);
    const { data } = answer;
    if (data?.saleId !== undefined) return finish(data, messenger);
    messenger?.close();
    setErrors(errorsOf(answer));
    fail(data ? failureText(texts, data) : answer.validationErrors ? texts.failures.fields : serverText(texts, answer.serverError));
    // Plans and terms may have changed under the form.
    if (data) router.refresh();
  };

  const finish = ({ saleId, whatsapp }: { saleId: string; whatsapp: string }, messenger: Window | null) => {
    dropDraft(sellerId);
    live.current = newDraft();
    notify({ code: "sale.registered", variant: "success" });
    if (messenger) {
      messenger.opener = null;
      messenger.location.href = whatsapp;
    }
    router.push(`${dashboard}?venda=${saleId}`);
  };

  // Everything runs in the transition, so that the form opens again after each answer; the window opens before the first wait.
  const submit = (form: FormData) =>
    start(async () => {
      setProblem("");
      if (!check(form)) return;
      if (!navigator.onLine) return fail(texts.failures.offline);
      const messenger = openMessenger(texts.preparing);
      try {
        await send(form, messenger);
      } catch {
        messenger?.close();
        fail(texts.failures.offline);
      }
    });
  const discard = () => {
    dropDraft(sellerId);
    location.reload();
  };
  return { draft, values, errors, problem, isPending, type, sign, submit, discard };
}
