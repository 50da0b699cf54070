"use client";

import { Moon, Sun } from "lucide";
import { useTheme } from "next-themes";
import { Icon } from "@/components/ui/icon";

export function ThemeToggle({ label }: { label: string }) {
  const { theme, setTheme } = useTheme();
  return (
    <button
      type="button"
      data-theme-toggle
      aria-label={label}
      title={label}
      className="grid size-11 place-items-center rounded-lg hover:bg-raised"
      onClick={() => setTheme(theme === "light" ? "dark" : "light")}
    >
      <Icon of={Sun} className="hidden size-5 dark:block" />
      <Icon of={Moon} className="size-5 dark:hidden" />
    </button>
  );
}
