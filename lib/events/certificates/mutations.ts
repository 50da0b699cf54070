import "server-only";
import { AppError } from "../../platform/error";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { checkedSchema, type CheckedCertificate, type TemplateInput } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;
type Failed = { message: string; code?: string };

const refused = (error: Failed) =>
  ["invalid_request", "not_found", "not_earned"].includes(error.message)
    ? new AppError("input.invalid", { detail: error.message })
    : databaseError(error);

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
  const { data, error } = await client.rpc("issue_certificates", {
    event,
    template,
    registrations,
    ...(hours !== null && { hours }),
  });
  if (error) throw refused(error);
  return data;
}

export async function revokeCertificate(client: SessionClient, id: string, reason: string): Promise<void> {
  const { error } = await client.rpc("revoke_certificate", { certificate: id, reason });
  if (error) throw refused(error);
}

export async function reissueCertificate(client: SessionClient, id: string, reason: string): Promise<void> {
  const { error } = await client.rpc("reissue_certificate", { certificate: id, reason });
  if (error) throw refused(error);
}

/** Mails certificates, or notes that they were sent by hand; returns how many. */
export async function sendCertificates(
  client: SessionClient,
  certificates: string[],
  byMail: boolean,
): Promise<number> {
  const { data, error } = await client.rpc("send_certificates", { certificates, by_mail: byMail });
  if (error) throw refused(error);
  return data;
}

/** State of a code; counts the check. */
export async function checkCertificate(
  client: ReturnType<typeof createServiceClient>,
  code: string,
): Promise<CheckedCertificate> {
  return checkedSchema.parse(orThrow(await client.rpc("verify_certificate", { code })));
}
