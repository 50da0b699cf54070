import { format, stripVTControlCharacters } from "node:util";
import { logMessage, logText } from "./log-text";
import { currentRequestId } from "./request-id";

type Level = "info" | "warning" | "error";
type Fields = Readonly<Record<string, string | number | undefined>>;

const STACK_LINES = 5;
const START = '{"time":';

/** Logs are JSON lines, except on a terminal; the value of `LOG_FORMAT` decides otherwise. */
export const isJsonLog = (chosen: string | undefined): boolean => (chosen ? chosen === "json" : !process.stdout.isTTY);

/** One line of the log; the values are written as they are. */
export const logLine = (level: Level, where: string, fields: Fields): string =>
  JSON.stringify({ time: new Date().toISOString(), level, where, request: currentRequestId(), ...fields });

const oneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, " | ");

const codeOf = (error: Error): string | number | undefined => {
  const { code, status } = error as { code?: unknown; status?: unknown };
  return [code, status].find((one): one is string | number => typeof one === "string" || typeof one === "number");
};

/** The code locations of an error; the lines of its message are left out, because they can quote what a person typed. */
const stackOf = ({ stack }: Error): string | undefined =>
  stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, STACK_LINES)
    .map((line) => line.trim())
    .join(" | ") || undefined;

/** What was thrown or answered instead of an error object: Supabase answers with plain objects. */
function plainFields(given: unknown): Fields {
  if (typeof given !== "object" || given === null) return { name: "Error", message: logMessage(String(given)) };
  const { message, code } = given as { message?: unknown; code?: unknown };
  return {
    name: "Error",
    code: typeof code === "string" && code ? code : undefined,
    message: typeof message === "string" ? logMessage(oneLine(message)) : undefined,
  };
}

/** Fields of a line about an error. `digest` is the reference that the error page shows. */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return plainFields(error);
  const { digest } = error as { digest?: unknown };
  return {
    name: error.name,
    code: codeOf(error),
    message: logMessage(oneLine(error.message)),
    cause: error.cause instanceof Error ? logMessage(oneLine(error.cause.message)) : undefined,
    digest: typeof digest === "string" ? digest : undefined,
    stack: stackOf(error),
  };
}

/** The line of a call of `console`: of its error, else of its texts. */
function consoleLine(level: Level, where: string, values: readonly unknown[]): string | null {
  const [first] = values;
  if (typeof first === "string" && first.startsWith(START)) return first;
  const error = values.find((value) => value instanceof Error);
  if (error) return logLine(level, where, errorFields(error));
  const text = oneLine(stripVTControlCharacters(format(...values)));
  return text && logLine(level, where, { message: level === "info" ? logText(text) : logMessage(text) });
}

const METHODS = { log: "info", info: "info", warn: "warning", error: "error" } as const;

/** Makes everything that a process prints with `console` a JSON line, also what its libraries print. */
export function logAsJson(where: string, chosen: string | undefined): void {
  if (!isJsonLog(chosen)) return;
  for (const [method, level] of Object.entries(METHODS) as [keyof typeof METHODS, Level][]) {
    const print = console[method].bind(console);
    console[method] = (...values: unknown[]) => {
      const line = consoleLine(level, where, values);
      if (line) print(line);
    };
  }
}

/** Logs a crash like any other error before the process ends; Node itself would print it as text. */
export function logCrashes(): void {
  process.on("uncaughtException", (error) => {
    console.error(error);
    process.exit(1);
  });
}
