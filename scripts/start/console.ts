export type DemoAccount = { role: string; email: string; password: string };

export function printLine(text: string): void {
  console.log(text);
}

/** The table of demo accounts; without `isShown`, where their passwords are. */
export function accountsBlock(accounts: readonly DemoAccount[], file: string, isShown: boolean): string {
  if (accounts.length === 0) return "";
  if (!isShown) return `  Contas de demonstração: as senhas estão em ${file}`;
  const rows = accounts.map(({ role, email, password }) => `    ${role.padEnd(19)} ${email.padEnd(36)} ${password}`);
  return ["  Contas de demonstração (papel, e-mail, senha):", ...rows].join("\n");
}

/** Prints the reason in one line and exits with code 1. */
export function stopWithReason(error: unknown): never {
  console.error(`\nNão foi possível iniciar: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
