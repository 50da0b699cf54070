import "server-only";
import { createTransport, type Transporter } from "nodemailer";
import { env } from "../env";

export type Attachment = { filename: string; content: Buffer; contentType: string };
export type OutgoingMail = {
  subject: string;
  text: string;
  html: string;
  /** Address that ends mails of this kind when the mail program posts to it (RFC 8058). */
  unsubscribeUrl?: string;
  attachments?: Attachment[];
};

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const VERIFY_MS = 5000;

let transport: Transporter | undefined;

function openTransport(): Transporter {
  const url = env.SMTP_URL;
  if (!url) throw new Error("SMTP_URL is not set");
  return createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
}

/** Sender address of the portal's mails. */
function mailFrom(): string {
  return env.MAIL_FROM ?? `Portal LACAMBECHE <no-reply@${new URL(env.NEXT_PUBLIC_SITE_URL).hostname}>`;
}

/** Tests the login at the SMTP server without sending a mail. */
export async function verifyMails(): Promise<void> {
  const probe = createTransport({
    url: env.SMTP_URL,
    connectionTimeout: VERIFY_MS,
    greetingTimeout: VERIFY_MS,
    socketTimeout: VERIFY_MS,
  });
  await probe.verify().finally(() => probe.close());
}

/** Sends a mail by SMTP. The Message-ID is derived from the id, so that mail clients recognise a duplicate after a crash. */
export async function sendMail({
  id,
  to,
  unsubscribeUrl,
  ...content
}: OutgoingMail & { id: string; to: string }): Promise<void> {
  transport ??= openTransport();
  await transport.sendMail({
    ...content,
    to,
    from: mailFrom(),
    messageId: `<${id}@${new URL(env.NEXT_PUBLIC_SITE_URL).hostname}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Closes the pooled SMTP connections. */
export function closeMails(): void {
  transport?.close();
  transport = undefined;
}
