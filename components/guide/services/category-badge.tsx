import { Icon } from "@/components/ui/icon";
import type { Category } from "@/lib/guide/services/queries";
import { iconNamed } from "@/components/ui/named-icons";

/** The badge of a category: its colour with a white icon. */
export function CategoryBadge({
  category,
  className = "size-11",
}: {
  category: Pick<Category, "icon" | "color">;
  className?: string;
}) {
  return (
    <span
      className={`grid shrink-0 place-items-center rounded-lg border-2 border-white/80 text-white print:border-text print:text-text ${className}`}
      style={{ background: category.color }}
    >
      <Icon of={iconNamed(category.icon)} className="size-3/5" />
    </span>
  );
}
