/** One line of the report; `advice`: what to do about a failure or a warning. */
export type Finding = { level: "ok" | "warning" | "failure"; text: string; advice?: string };

export const ok = (text: string): Finding => ({ level: "ok", text });
export const warning = (text: string, advice: string): Finding => ({ level: "warning", text, advice });
export const failure = (text: string, advice: string): Finding => ({ level: "failure", text, advice });

/** Runs a check; an exception becomes a failure, so that the other checks still run. */
export async function attempt(name: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return [failure(`${name}: não foi possível verificar (${reason})`, "corrija a causa e rode de novo")];
  }
}

const LABELS = { ok: "ok   ", warning: "aviso", failure: "FALTA" } as const;

/** The finding as text, with its advice in a second line. */
export const printed = ({ level, text, advice }: Finding): string =>
  [`${LABELS[level]} ${text}`, ...(advice ? [`      ${advice}`] : [])].join("\n");
