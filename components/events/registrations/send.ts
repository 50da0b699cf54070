import type { Messages } from "next-intl";
import type { FormErrors } from "@/components/form/action-form";

export type Problem = keyof Messages["events/registrations"]["problem"];
/** `path`: page of what is stored already. */
type Failure = { problem: Problem; errors?: FormErrors; path?: string };
export type Sent<Data> = { data: Data } | Failure;

const PROBLEM_OF: Partial<Record<string, Problem>> = {
  "input.invalid": "invalid",
  "vehicle.tooNew": "invalid",
  "registration.closed": "closed",
  "event.missing": "closed",
  "form.changed": "changed",
  "form.sent": "sent",
  "form.stored": "stored",
  "registration.duplicate": "duplicate",
  "registration.unpaid": "unpaid",
  "registration.mails": "mails",
  "places.none": "full",
  "payment.unavailable": "unpayable",
  "stand.taken": "stand",
  "code.unknown": "code",
  "code.used": "codeUsed",
  "addon.soldOut": "soldOut",
  "halfPrice.gone": "halfPrice",
  "order.tooSmall": "orderSmall",
  "order.tooBig": "orderBig",
  "order.childrenAlone": "childrenAlone",
  "order.buyerStays": "buyerStays",
  "payment.checking": "checking",
  "registration.missing": "gone",
  "document.notAsked": "notAsked",
  "document.tooMuch": "tooMuch",
  "document.type": "type",
  "rate.limited": "limited",
  "service.busy": "busy",
  "picture.tooManyPixels": "tooManyPixels",
  "pdf.active": "activePdf",
};

async function read<Data>(response: Response | null): Promise<Sent<Data>> {
  if (!response) return { problem: "offline" };
  const body = (await response.json().catch(() => null)) as
    | (Data & { code?: string; fields?: Record<string, string>; path?: string })
    | null;
  if (response.ok && body) return { data: body };
  const fields = Object.entries(body?.fields ?? {}).map(([name, code]) => [name, [code]] as [string, string[]]);
  const problem = PROBLEM_OF[body?.code ?? ""] ?? "unavailable";
  if (fields.length > 0) return { problem, errors: { fieldErrors: Object.fromEntries(fields) } };
  return body?.path ? { problem, path: body.path } : { problem };
}

/** Sends JSON to a handler of registrations; without a connection the problem is "offline". */
export async function sendJson<Data>(path: string, body: unknown): Promise<Sent<Data>> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  return read(response);
}

type Document = { token: string; kind: string; expires: string; file: File };

/** Sends one document of a registration. */
export async function sendDocument({ token, kind, expires, file }: Document): Promise<Sent<{ status: string }>> {
  const form = new FormData();
  form.set("token", token);
  form.set("kind", kind);
  form.set("expires", expires);
  form.set("file", file);
  return read(await fetch("/api/registrations/documents", { method: "POST", body: form }).catch(() => null));
}

/** A text of a form; empty for a missing field and a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
