"use server";

import { permissionAction } from "../../platform/action";
import { createSessionClient } from "../../platform/supabase/session";
import { beginBatch, reissueCertificate, revokeCertificate, saveTemplate, sendCertificates } from "./mutations";
import * as schema from "./schema";

const manager = permissionAction.metadata({ permission: "certificates" });

/** Saves a model of certificates and returns its id. */
export const saveTemplateAction = permissionAction
  .metadata({ permission: "certificate_templates" })
  .inputSchema(schema.templateSchema)
  .action(async ({ parsedInput }) => ({ id: await saveTemplate(await createSessionClient(), parsedInput) }));

/** Starts the issue of certificates by the worker. */
export const issueCertificatesAction = manager
  .inputSchema(schema.issueSchema)
  .action(async ({ parsedInput }) => ({ batch: await beginBatch(await createSessionClient(), parsedInput) }));

export const revokeCertificateAction = manager
  .inputSchema(schema.reasonSchema)
  .action(async ({ parsedInput: { id, reason } }) => {
    await revokeCertificate(await createSessionClient(), id, reason);
    return { done: true };
  });

/** Replaces a certificate by one with the present name and model and a new code. */
export const reissueCertificateAction = manager
  .inputSchema(schema.reasonSchema)
  .action(async ({ parsedInput: { id, reason } }) => {
    await reissueCertificate(await createSessionClient(), id, reason);
    return { done: true };
  });

export const sendCertificatesAction = manager
  .inputSchema(schema.sendSchema)
  .action(async ({ parsedInput: { certificates, byMail } }) => ({
    sent: await sendCertificates(await createSessionClient(), certificates, byMail),
  }));
