import { Link } from "@/components/ui/link";
import { buttonClass } from "@/components/ui/button-class";

type Props = { title: string; text: string; target: { href: string; label: string } };

/** The page of an invitation or offer that is decided or over. */
export const AnsweredLink = ({ title, text, target }: Props) => (
  <main id="conteudo" className="page grid max-w-3xl content-start gap-4 py-8">
    <h1 className="display-1">{title}</h1>
    <p role="status" className="text-lg">
      {text}
    </p>
    <p>
      <Link href={target.href} className={buttonClass({ look: "primary" })}>
        {target.label}
      </Link>
    </p>
  </main>
);
