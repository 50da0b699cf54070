import { Link } from "./link";
import { SignPlate } from "@/components/ui/sign-plate";
import { buttonClass } from "@/components/ui/button-class";

type Action = { label: string; href: string };

/** The invitation at the end of a list to add a missing entry. */
export function CallToAction({
  title,
  text,
  actions,
}: {
  title: string;
  text: string;
  actions: readonly [Action, ...Action[]];
}) {
  const [main, ...others] = actions;
  return (
    <SignPlate as="section" kind="warning" className="mt-12" data-print="hide">
      <h2 className="display-2 px-1">{title}</h2>
      <p className="mt-1 max-w-2xl px-1 text-lg">{text}</p>
      <p className="mt-3 flex flex-wrap gap-3 px-1">
        <Link href={main.href} className={buttonClass({ look: "inverse", size: "lg" })}>
          {main.label}
        </Link>
        {others.map(({ label, href }) => (
          <Link key={href} href={href} className={buttonClass({ look: "current", size: "lg" })}>
            {label}
          </Link>
        ))}
      </p>
    </SignPlate>
  );
}
