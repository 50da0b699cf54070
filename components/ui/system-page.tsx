import type { ReactNode } from "react";

type SystemPageProps = { title: string; lead?: string; actions?: ReactNode; children: ReactNode };

/** Header and content of an admin page that is not a list of records. */
export function SystemPage({ title, lead, actions, children }: SystemPageProps) {
  return (
    <main id="conteudo" className="grid min-w-0 content-start gap-5 p-4 sm:p-6">
      <header className="flex flex-wrap items-end gap-3">
        <div className="mr-auto max-w-3xl">
          <h1 className="display-2">{title}</h1>
          {lead && <p className="text-muted">{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </main>
  );
}

/** One section of such a page. */
export function SystemSection({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-3 rounded-xl border border-line bg-surface p-4 sm:p-5">
      <h2 className="text-2xl">{title}</h2>
      {lead && <p className="max-w-3xl text-muted">{lead}</p>}
      {children}
    </section>
  );
}
