// The list of GPUs to choose from.

/** A model of a GPU, as the server's command cudalint.gpus lists it. */
export interface Model {
  /** Architecture: sm_90. */
  name: string;
  products: string[];
  /** Products without figures of their own, which use those of the first. Servers before 0.2.0 do not list them. */
  others?: string[];
}

/** The result of the server's command cudalint.gpus. */
export interface Gpus {
  gpus: Model[];
  /** The GPU in use, "" where each file has its own. */
  gpu: string;
}

/** One line of the list. */
export interface Choice {
  label: string;
  description: string;
  /** What the setting cudalint.gpu becomes: "" is what the configuration says. */
  gpu: string;
  /** The line is a heading. */
  heading: boolean;
}

/** Returns the lines of the list: newest architectures first, each with its products, then those without figures. */
export function choices(from: Gpus): Choice[] {
  const used = (name: string): string => (name === from.gpu ? "in use" : "");
  const lines: Choice[] = [
    {
      label: "As configured",
      description: `${from.gpu === "" ? "in use: " : ""}cudalint.toml, else compile_commands.json, else sm_90`,
      gpu: "",
      heading: false,
    },
  ];
  const newest = [...from.gpus].reverse();
  for (const model of newest) {
    lines.push({ label: model.name, description: "", gpu: "", heading: true });
    lines.push({
      label: model.name,
      description: used(model.name) || (model.products[0] === undefined ? "" : `as ${model.products[0]}`),
      gpu: model.name,
      heading: false,
    });
    for (const product of model.products) {
      lines.push({ label: product, description: used(product) || model.name, gpu: product, heading: false });
    }
  }
  for (const { name, products, others = [] } of newest) {
    if (others.length > 0) {
      lines.push({ label: `${name}, with the figures of ${products[0] ?? name}`, description: "", gpu: "", heading: true });
    }
    for (const product of others) {
      lines.push({ label: product, description: used(product) || name, gpu: product, heading: false });
    }
  }
  return lines;
}
