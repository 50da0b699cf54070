import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { checkedSchema, type CheckedCertificate, type TemplateInput } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;
const REFUSALS = { not_found: "input.invalid", not_earned: "input.invalid" } as const;

/** Adds or changes a model; returns its id. */
export async function saveTemplate(client: SessionClient, input: TemplateInput): Promise<string> {
  const { id, name, language, background, fields, active } = input;
  const row = { name, language, background_path: background, fields, is_active: active };
  const table = client.from("certificate_templates");
  const { id: saved } = orThrow(await (id ? table.update(row).eq("id", id) : table.insert(row)).select("id").single());
  return saved;
}

/** Starts a batch and returns its id. */
export async function beginBatch(
  client: SessionClient,
  {
    event,
    template,
    registrations,
    hours,
  }: { event: string; template: string; registrations: string[]; hours: number | null },
): Promise<string> {
  const answer = await client.rpc("issue_certificates", {
    event,
    template,
    registrations,
    ...(hours !== null && { hours }),
  });
  return orThrow(answer, REFUSALS);
}

export async function revokeCertificate(client: SessionClient, id: string, reason: string): Promise<void> {
  orThrow(await client.rpc("revoke_certificate", { certificate: id, reason }), REFUSALS);
}

export async function reissueCertificate(client: SessionClient, id: string, reason: string): Promise<void> {
  orThrow(await client.rpc("reissue_certificate", { certificate: id, reason }), REFUSALS);
}

/** Mails certificates, or notes that they were sent by hand; returns how many. */
export async function sendCertificates(
  client: SessionClient,
  certificates: string[],
  byMail: boolean,
): Promise<number> {
  return orThrow(await client.rpc("send_certificates", { certificates, by_mail: byMail }), REFUSALS);
}

/** State of a code; counts the check. */
export async function checkCertificate(
  client: ReturnType<typeof createServiceClient>,
  code: string,
): Promise<CheckedCertificate> {
  return checkedSchema.parse(orThrow(await client.rpc("verify_certificate", { code })));
}
