/** The inspection of finished pages. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inspect } from '../src/render/inspect.ts';

test('links, ids, styles and inline scripts', () => {
	const facts = inspect(`<!doctype html><html><head><script>a < b && "c"</script><script src="/x.js"></script></head>
<body id="top"><a href="/a?b=1&amp;c=2#d">x</a><a href='/a?b=1&amp;c=2#d'>again</a><A HREF="/upper">u</A>
<p id="one" style="color:red">text with href="/not" in it</p><p id=one>twice</p><a name="old"></a>
<!-- <a href="/comment"> --><svg><path id="p"/></svg><link href="/style.css"></body></html>`);
	assert.equal(facts.links, ['/a?b=1&c=2#d', '/upper']);
	assert.equal(facts.ids, ['top', 'one', 'old', 'p']);
	assert.equal(facts.duplicateIds, ['one']);
	assert.equal(facts.styles, ['color:red']);
	assert.equal(facts.scripts, ['a < b && "c"']);
});

test('truncated HTML gives the parts that are there', () => {
	assert.equal(inspect('<a href="/x">text <b').links, ['/x']);
	assert.equal(inspect('').links, []);
});

test.run();
