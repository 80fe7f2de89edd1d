// Custom properties on an element, one by one: a style attribute would be refused by a strict policy.

import { noChange } from "lit";
import { type AttributePart, Directive, directive } from "lit/directive.js";

class SetProperties extends Directive {
  override render(_values: Record<string, string>): typeof noChange {
    return noChange;
  }

  override update(part: AttributePart, [values]: [Record<string, string>]): typeof noChange {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(values)) style.setProperty(name, value);
    return noChange;
  }
}

/** `style=${setProperties({ "--seat-0": "#fff" })}`: Lit's own `styleMap` first writes an attribute. */
export const setProperties = directive(SetProperties);
