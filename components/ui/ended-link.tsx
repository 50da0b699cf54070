import { buttonClass } from "./button-class";
import { Link } from "./link";

type Props = { title: string; reason: string; advice: string; action: { label: string; href: string } };

/** The page of a shared link that was revoked, has expired, or whose subject was deleted. */
export function EndedLink({ title, reason, advice, action }: Props) {
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-4 py-8">
      <h1 className="display-1">{title}</h1>
      <p className="text-lg">{reason}</p>
      <p className="text-lg text-muted">{advice}</p>
      <p>
        <Link href={action.href} className={buttonClass({ look: "primary" })}>
          {action.label}
        </Link>
      </p>
    </main>
  );
}
