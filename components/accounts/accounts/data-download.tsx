import { Button } from "@/components/ui/button";

/** A plain link: the file may be large, and the link works without JavaScript. */
export function DataDownload({ label }: { label: string }) {
  return (
    <Button asChild variant="outline" className="w-full justify-self-start sm:w-auto">
      <a href="/api/account-export" download>
        {label}
      </a>
    </Button>
  );
}
