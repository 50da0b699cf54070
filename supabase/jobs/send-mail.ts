import path from "node:path";
import { z } from "zod";
import { serverLink } from "../../lib/links/mutations";
import { LINK_KINDS, linkPath } from "../../lib/links/rules";
import { renderMail } from "../../lib/mails/rules";
import { mailSchema, type Mail } from "../../lib/mails/schema";
import { sendMail, type Attachment } from "../../lib/mails/service";
import { loadNamespace } from "../../lib/platform/i18n/messages";
import { env } from "../../lib/platform/env";
import { createServiceClient } from "../../lib/platform/supabase/service";
import { linkOf } from "../local/mail-template";
import { MailStore } from "../local/mail-store";
import type { Job } from "./job";

const linkData = z.object({ link_kind: z.enum(LINK_KINDS), link_subject: z.uuid() });

/** Adds the link path to the mail values. The token is computed at sending time, so that the queue never stores it. */
async function withLink({ link_kind, link_subject, ...values }: Mail["data"]): Promise<Mail["data"]> {
  const link = linkData.safeParse({ link_kind, link_subject });
  if (!link.success) return values;
  const { link_kind: kind, link_subject: subject } = link.data;
  const { token } = await serverLink(createServiceClient(), kind, subject);
  return { ...values, path: linkPath(kind, token) };
}

const DOCUMENT_MS = 30_000;

/** Downloads a document from the payment page at `path`; returns an empty list when the page does not offer it. */
async function documentOf(path: unknown, document: "contrato" | "recibo"): Promise<Attachment[]> {
  const response = await fetch(
    new URL(`${String(path)}/${document}`, env.WORKER_SITE_URL ?? env.NEXT_PUBLIC_SITE_URL),
    { redirect: "manual", signal: AbortSignal.timeout(DOCUMENT_MS) },
  );
  if ([429, 502, 503, 504].includes(response.status)) throw new Error(`${document} answered ${response.status}`);
  if (!response.ok) return [];
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? `${document}.pdf`;
  return [{ filename: name, content: Buffer.from(await response.arrayBuffer()), contentType: "application/pdf" }];
}

/** Sends one mail through SMTP_URL; without it, the mail goes to the embedded backend's mailbox. */
export const sendMailJob: Job = {
  name: "send-mail",
  lanes: 3,
  retryLimit: 12,
  expireSeconds: 90,
  run: async ({ id }, data) => {
    const mail = mailSchema.parse(data);
    const { attach_contract: attachesContract, attach_receipt: attachesReceipt, ...values } = await withLink(mail.data);
    const letter = renderMail(
      { ...mail, data: values },
      await loadNamespace(mail.locale, "mails"),
      env.NEXT_PUBLIC_SITE_URL,
    );
    const attachments = [
      ...(attachesContract === true ? await documentOf(values.path, "contrato") : []),
      ...(attachesReceipt === true ? await documentOf(values.path, "recibo") : []),
    ];
    if (env.SMTP_URL) return sendMail({ id, to: mail.to, ...letter, attachments });
    if (!env.SUPABASE_EMBEDDED || !env.SUPABASE_LOCAL_DIR) throw new Error("SMTP_URL is not set");
    await new MailStore(path.join(env.SUPABASE_LOCAL_DIR, "mailbox")).add(
      {
        to: mail.to,
        ...letter,
        link: linkOf(letter.html),
        attachments: attachments.map(({ filename, content }) => ({ filename, bytes: content.length })),
      },
      id.replaceAll("-", ""),
    );
  },
};
