import Link from "next/link";
import { SignPlate } from "@/components/ui/sign-plate";

type Action = { label: string; href: string };

/** The invitation at the end of a list to add a missing entry. */
export function Invitation({ title, text, actions }: { title: string; text: string; actions: readonly [Action, ...Action[]] }) {
  const [main, ...others] = actions;
  return (
    <SignPlate as="section" kind="warning" className="mt-12" data-print="hide">
      <h2 className="display-2 px-1">{title}</h2>
      <p className="mt-1 max-w-2xl px-1 text-lg">{text}</p>
      <p className="mt-3 flex flex-wrap gap-3 px-1">
        <Link href={main.href} prefetch={false} className="inline-flex min-h-12 items-center rounded-xl bg-faixa-ink px-5 font-semibold text-faixa">
          {main.label}
        </Link>
        {others.map(({ label, href }) => (
          <Link key={href} href={href} prefetch={false} className="inline-flex min-h-12 items-center rounded-xl border-2 border-current px-5 font-semibold">
            {label}
          </Link>
        ))}
      </p>
    </SignPlate>
  );
}
