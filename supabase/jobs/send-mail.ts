import path from "node:path";
import { z } from "zod";
import { serverLink } from "../../lib/links/mutations";
import { LINK_KINDS, linkPath } from "../../lib/links/rules";
import { renderMail } from "../../lib/mails/rules";
import { mailSchema, type Mail } from "../../lib/mails/schema";
import { sendMail } from "../../lib/mails/service";
import { loadNamespace } from "../../lib/platform/i18n/messages";
import { env } from "../../lib/platform/env";
import { createServiceClient } from "../../lib/platform/supabase/service";
import { linkOf } from "../local/mail-template";
import { MailStore } from "../local/mail-store";
import type { Job } from "./job";

const linkData = z.object({ link_kind: z.enum(LINK_KINDS), link_subject: z.uuid() });

/** Values with the path of a link: its token is computed when the mail leaves, so that the queue never holds one. */
async function withLink({ link_kind, link_subject, ...values }: Mail["data"]): Promise<Mail["data"]> {
  const link = linkData.safeParse({ link_kind, link_subject });
  if (!link.success) return values;
  const { link_kind: kind, link_subject: subject } = link.data;
  const { token } = await serverLink(createServiceClient(), kind, subject);
  return { ...values, path: linkPath(kind, token) };
}

/** Sends one mail of the portal through SMTP_URL; without it the embedded backend's mailbox receives it. */
export const sendMailJob: Job = {
  name: "send-mail",
  lanes: 3,
  retryLimit: 12,
  expireSeconds: 90,
  run: async ({ id }, data) => {
    const mail = mailSchema.parse(data);
    const letter = renderMail({ ...mail, data: await withLink(mail.data) }, await loadNamespace(mail.locale, "mails"), env.NEXT_PUBLIC_SITE_URL);
    if (env.SMTP_URL) return sendMail({ id, to: mail.to, ...letter });
    if (!env.SUPABASE_EMBEDDED || !env.SUPABASE_LOCAL_DIR) throw new Error("SMTP_URL is not set");
    await new MailStore(path.join(env.SUPABASE_LOCAL_DIR, "mailbox")).add({ to: mail.to, ...letter, link: linkOf(letter.html) }, id.replaceAll("-", ""));
  },
};
