import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";

type Letter = { to: string; subject: string; html: string; text: string };

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const RETRY_MS = [5_000, 30_000];

/**
 * Sends sign-in mails through SMTP without delaying the response, because the duration would reveal registered
 * addresses. Does not use the worker's queue, which would store the links.
 */
export function smtpSender(url: string, from: string): (letter: Letter) => void {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  const domain = from.replace(/^.*@|>.*$/g, "");
  const send = async (letter: Letter) => {
    const mail = {
      ...letter,
      from,
      messageId: `<${randomUUID()}@${domain}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    for (const pause of RETRY_MS) {
      const isSent = await transport.sendMail(mail).then(
        () => true,
        () => false,
      );
      if (isSent) return;
      await sleep(pause, undefined, { ref: false });
    }
    await transport.sendMail(mail);
  };
  return (letter) =>
    void send(letter).catch((error: Error & { code?: string }) =>
      console.error(`[backend] um e-mail não foi enviado: ${error.code ?? error.name}`),
    );
}
