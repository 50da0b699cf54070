/** Messages to the parent process; without one, they are printed on stdout. */
export type DemoAccount = { role: string; email: string; password: string };

export type Message =
  | { type: "progress"; text: string }
  | { type: "ready"; url: string; databaseUrl: string; mailboxUrl: string; demoAccounts: DemoAccount[] }
  | { type: "failed"; message: string };

/** A failure that the operator can fix; its message is one sentence with instructions. */
export class BootError extends Error {}

/** Sends a message to the parent under `npm start`, otherwise prints it. */
function sendMessage(message: Message, text: string, print = console.log): void {
  if (process.connected) process.send?.(message);
  else print(`[backend] ${text}`);
}

export function progress(text: string): void {
  sendMessage({ type: "progress", text }, text);
}

export function ready(message: Omit<Extract<Message, { type: "ready" }>, "type">): void {
  sendMessage({ type: "ready", ...message }, `pronto em ${message.url} (caixa de e-mails: ${message.mailboxUrl})`);
}

export function failed(message: string): void {
  sendMessage({ type: "failed", message }, message, console.error);
}
