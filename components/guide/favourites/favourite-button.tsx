import { getTranslations } from "next-intl/server";
import { cn } from "@/components/ui/cn";
import { keyOf, type Favourite } from "@/lib/guide/favourites/rules";

type Props = { item: Favourite; className?: string; /** Text beside the heart. */ label?: string };

/**
 * The heart of one item as static HTML. `favourites-client.ts` enables it, reads the item from its attributes and sets
 * `aria-pressed`, so that a list of cards hydrates no component per card.
 */
export async function FavouriteButton({ item, className, label }: Props) {
  const t = await getTranslations("guide/favourites");
  return (
    <button
      type="button"
      aria-pressed="false"
      aria-label={t("save", { title: item.title })}
      data-favourite={keyOf(item)}
      data-title={item.title}
      data-path={item.path}
      data-state={item.state ?? undefined}
      data-print="hide"
      className={cn("shrink-0", className)}
    >
      {label}
    </button>
  );
}
