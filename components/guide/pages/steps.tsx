import { Link } from "@/components/ui/link";
import { CentreLine } from "@/components/ui/centre-line";
import type { HowItWorksText } from "@/lib/guide/pages/schema";

type Audience = HowItWorksText["audiences"][number];

/** Numbered steps for one audience. */
export function Steps({ audience, open, to }: { audience: Audience; open: string; to: (path: string) => string }) {
  return (
    <section id={audience.id} className="scroll-mt-20 rounded-2xl border-2 border-line bg-surface p-5 sm:p-6">
      <h2 className="display-2">{audience.title}</h2>
      <p className="mt-1 text-muted">{audience.lead}</p>
      <CentreLine className="my-4" />
      <ol className="grid gap-4">
        {audience.steps.map(({ title, text, href }, index) => (
          <li key={title} className="grid grid-cols-[2.5rem_1fr] gap-3">
            <span
              aria-hidden
              className="tabular grid size-10 place-items-center rounded-lg bg-faixa font-display text-xl text-faixa-ink"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-xl">{title}</h3>
              <p className="mt-0.5">{text}</p>
              {href && (
                <Link
                  href={to(href)}
                  className="inline-block py-1 text-link underline underline-offset-4"
                  aria-label={`${open}: ${title}`}
                >
                  {open}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
