import "server-only";
import { z } from "zod";
import { env } from "../../platform/env";
import { AppError } from "../../platform/error";
import type { AdChoice, AdFacts } from "./rules";
import { typed } from "../../platform/form";

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 16_384;

/** Address and key of the service that writes texts; null when it is not set up. */
export const textService = env.AI_TEXT_URL && env.AI_API_KEY ? { url: env.AI_TEXT_URL, key: env.AI_API_KEY } : null;
type TextService = NonNullable<typeof textService>;

const answer = z.object({ text: typed().min(1).max(4000) });

/** The body of an answer, of which at most `MAX_BYTES` are read. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error("the answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Asks the service for a text: `POST {event, audience, tone, channel, locale, max}` → `{text}`. It gets public data of
 * the event only, and its answer is a draft. Throws `service.unavailable`.
 */
export async function writeText(
  service: TextService,
  facts: AdFacts,
  { choice: { audience, tone, channel, locale }, max }: { choice: AdChoice; max: number },
): Promise<string> {
  try {
    const response = await fetch(service.url, {
      method: "POST",
      redirect: "error",
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { "content-type": "application/json", authorization: `Bearer ${service.key}` },
      body: JSON.stringify({ event: facts, audience, tone, channel, locale, max }),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { text } = answer.parse(JSON.parse(await readText(response)));
    return text.replace(/[^\P{Cc}\n\t]/gu, "").toWellFormed();
  } catch (cause) {
    throw new AppError("service.unavailable", { cause, detail: "text service" });
  }
}
