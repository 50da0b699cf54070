import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { startSmtpDouble } from "../../support/smtp-double";
import { sql } from "../as-role";
import { runningWorker } from "../worker-process";

// Long, because it only ends a test that hangs.
const WAIT = { timeout: 60_000, interval: 200 };

async function freePort(): Promise<number> {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const DATA = { name: "Ana", protocol: "LC-1", status: "approved", note: "Boa estrada", path: "/sc/cadastro" };
const enqueue = (to: string) => sql`select private.enqueue_mail(${to}, 'request_answered', ${sql.json(DATA)}, 'pt-BR')`;

it("the worker counts mails, queues, heartbeats and connections, without addresses", { timeout: 240_000 }, async () => {
  await sql`delete from private.outbox where true`;
  await sql`delete from public.backups where true`;
  const smtp = await startSmtpDouble();
  onTestFinished(() => smtp.close());
  smtp.refuse.set("cheia@example.org", "452 4.2.2 mailbox full");
  const port = await freePort();
  const worker = await runningWorker({ SMTP_URL: smtp.url, WORKER_METRICS_PORT: String(port) });
  await enqueue("ana@example.org");
  await enqueue("cheia@example.org");
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const has = async (line: RegExp) => expect(await read()).toMatch(line);
  await vi.waitFor(() => has(/^portal_mails_total\{result="sent"\} 1$/m), WAIT);
  await vi.waitFor(() => has(/^portal_mails_total\{result="failed"\} [1-9]/m), WAIT);
  await vi.waitFor(() => has(/^portal_jobs\{job="send-mail",state="retry"\} 1$/m), WAIT);
  for (const line of [
    /^portal_database_up 1$/m,
    /^portal_workers_alive [1-9]/m,
    /^portal_backup_age_seconds \+Inf$/m,
    /^portal_mails_waiting 1$/m,
    /^portal_job_oldest_seconds\{job="send-mail"\} \d/m,
    /^portal_outbox_rows \d/m,
    /^portal_database_connections\{state="idle"\} [1-9]/m,
    /^portal_database_connections_max \d/m,
    /^portal_database_latency_seconds 0?\.?\d/m,
    /^portal_job_duration_seconds_count\{job="send-mail",result="done"\} 1$/m,
    /^process_resident_memory_bytes \d/m,
    /^nodejs_eventloop_lag_seconds \d/m,
  ])
    await has(line);
  expect(await read()).not.toMatch(/@|example\.org/);
  // What the worker wrote about the refused mail is one JSON line without its address.
  const lines = worker
    .output()
    .trim()
    .split("\n")
    .filter((line) => line.includes('"where":"job"'));
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ level: "error", where: "job", job: "send-mail", time: expect.any(String) }),
  );
  expect(worker.output()).not.toContain("cheia@");
});
