import { ArrowLeft, ArrowRight } from "lucide";
import { Link } from "./link";
import { Icon } from "@/components/ui/icon";
import { buttonClass } from "@/components/ui/button-class";

const LINK = buttonClass({ look: "surface", size: "lg" });

type Props = {
  /** Addresses of the pages before and after this one; null where there is none. */
  newer: string | null;
  older: string | null;
  labels: { pages: string; pageNumber: string; newer: string; older: string };
};

/** Links to newer and older entries of a list by date; nothing when all fit on one page. */
export function PageLinks({ newer, older, labels }: Props) {
  if (!newer && !older) return null;
  return (
    <nav aria-label={labels.pages} className="mt-8 flex flex-wrap items-center justify-between gap-3" data-print="hide">
      {newer ? (
        <Link href={newer} rel="prev" className={LINK}>
          <Icon of={ArrowLeft} className="size-5" />
          {labels.newer}
        </Link>
      ) : (
        <span />
      )}
      <span className="text-muted tabular">{labels.pageNumber}</span>
      {older ? (
        <Link href={older} rel="next" className={LINK}>
          {labels.older}
          <Icon of={ArrowRight} className="size-5" />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
